import { expect, test } from 'vitest'
import * as passwordResets from '../../../src/services/access/sessions/passwordResets.ts'
import * as userAdministration from '../../../src/services/access/userAdministration.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

test('a password link stays invalid after its account was disabled, also once the account is enabled again', async () => {
  const { email } = await testServer().workspace()
  const { link } = await passwordResets.begin(email)
  const secret = link.split('#')[1]!
  expect(await passwordResets.find(secret, '192.0.2.1')).toMatchObject({ email })
  await userAdministration.disable(email)
  await userAdministration.enable(email)
  await expect(passwordResets.find(secret, '192.0.2.1')).rejects.toThrow('This link does not work')
})
