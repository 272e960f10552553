import { beforeEach, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as numberSetup from '../../../src/services/numbers/numberSetup.ts'
import type { Client } from '../../kit/clients/client.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { type AlertWorkspace, createAlertWorkspace } from './alertKit.ts'
import { connectAccount, fault, sipNumber } from '../numbers/numberKit.ts'

// Jobs run only when a test starts them.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let workspace: AlertWorkspace
let key: Client
beforeEach(async () => {
  workspace = await createAlertWorkspace(testServer())
  key = await workspace.acme.key()
})
const connectNumber = async (body: object) => {
  const { status, body: number } = await key.post('/phone-numbers/link', body)
  expect(status).toBe(201)
  return number.id as number
}
const change = (id: number, data: object) => anyWorkspace.phoneNumber.update({ where: { id }, data })

test('a number that a voice provider rejects permanently raises an alert with its message, until it is accepted', async () => {
  const body = sipNumber()
  const id = await connectNumber(body)
  await change(id, { providerNumbers: { vapi: null } })
  await fault(testServer(), 'vapi', 'import_number', 'http400', 2)
  for (let times = 0; times < 2; times += 1) await numberSetup.setUp(id)
  expect(await workspace.alerts()).toMatchObject([
    {
      type: 'number_setup_failed',
      subject: String(id),
      data: { phone_number: body.phone_number, rejected_by: 'vapi', error: expect.any(String) },
      message: expect.stringContaining(`vapi rejected the setup of ${body.phone_number}. Last error: `),
    },
  ])
  await numberSetup.setUp(id)
  expect(await workspace.alerts()).toEqual([])
})

test('a carrier that rejects the account during the setup of a number raises an alert, until the setup succeeds', async () => {
  const { asks } = await connectAccount(testServer(), key, 'telnyx', { trunk: { sip_termination_uri: 'sip.example.com' } })
  const id = await connectNumber(asks)
  await fault(testServer(), 'telnyx', 'numbers', 'http401')
  await numberSetup.setUp(id)
  expect(await workspace.alerts()).toMatchObject([{ type: 'number_setup_failed', data: { rejected_by: 'telnyx' } }])
  await numberSetup.setUp(id)
  expect(await workspace.alerts()).toEqual([])
})

test('a number that can no longer send SMS raises one alert with what is missing; one that never could does not', async () => {
  const body = sipNumber()
  const id = await connectNumber(body)
  await numberSetup.setUp(id)
  expect(await workspace.alerts()).toEqual([])
  await change(id, { smsReady: true })
  for (let times = 0; times < 2; times += 1) await numberSetup.setUp(id)
  expect(await workspace.alerts()).toMatchObject([
    {
      data: { missing: ['sms_capable_number'] },
      message: expect.stringContaining(`${body.phone_number} can no longer send SMS. Missing: sms_capable_number.`),
    },
  ])
})

test('a disconnected number that its carrier did not remove raises an alert', async () => {
  const { asks, phone_number } = await connectAccount(testServer(), key, 'telnyx')
  const id = await connectNumber(asks)
  await fault(testServer(), 'telnyx', 'route_sms', 'http401', 9)
  await fault(testServer(), 'telnyx', 'numbers', 'http401', 9)
  expect((await key.delete(`/phone-numbers/${id}`)).status).toBe(204)
  const [alert] = await waitFor('the alert', async () => {
    const open = await workspace.alerts()
    return open.length > 0 && open
  })
  await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
  expect(alert).toMatchObject({ subject: String(id), message: expect.stringContaining(`${phone_number} is disconnected, but telnyx did not remove it.`) })
})
