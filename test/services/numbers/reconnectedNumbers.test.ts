import { expect, test } from 'vitest'
import { CARRIERS } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as numberReleases from '../../../src/services/numbers/numberReleases.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { connectAccount, fault, sendTestSms } from './numberKit.ts'

// No jobs run automatically: the test runs the one that completes the release.
const testServer = useTestServer({ env: { ROLE: 'api' } })

test.each(CARRIERS)('a number of %s that is connected again before its release is complete keeps its SMS', async (carrier) => {
  const key = await (await testServer().workspace()).key()
  const { asks, phone_number, connectionId } = await connectAccount(testServer(), key, carrier, { trunk: { sip_termination_uri: 'sip.example.com' } })
  const first = (await key.post('/phone-numbers/link', asks)).body.id as number
  await fault(testServer(), 'retell', 'delete', 'http503', 3)
  await key.delete(`/phone-numbers/${first}`)
  const setupOf = async (id: number) => (await anyWorkspace.phoneNumber.findUniqueOrThrow({ where: { id } })).setup
  expect(await setupOf(first)).toBe('releasing')
  await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
  expect((await key.post('/phone-numbers/link', asks)).status).toBe(201)
  await numberReleases.undo(first)
  expect(await setupOf(first)).toBe('released')
  expect(await sendTestSms(testServer(), phone_number)).toEqual([connectionId])
})
