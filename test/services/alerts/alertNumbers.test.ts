import { beforeEach, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as numberSetup from '../../../src/services/numbers/numberSetup.ts'
import type { Client } from '../../kit/client.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { type Owned, owned } from './alertKit.ts'
import { connectedAccount, fault, sipNumber } from '../numbers/numberKit.ts'

// Jobs are run by hand here.
const world = useWorld({ env: { ROLE: 'api' } })
let one: Owned
let key: Client
beforeEach(async () => {
  one = await owned(world())
  key = await one.acme.key()
})
const linked = async (body: object) => {
  const { status, body: number } = await key.post('/phone-numbers/link', body)
  expect(status).toBe(201)
  return number.id as number
}
const change = (id: number, data: object) => anyWorkspace.phoneNumber.update({ where: { id }, data })

test('a number that a voice provider refuses for good is told with its words, until it is taken', async () => {
  const body = sipNumber()
  const id = await linked(body)
  await change(id, { providerNumbers: { vapi: null } })
  await fault(world(), 'vapi', 'import_number', 'http400', 2)
  for (let times = 0; times < 2; times += 1) await numberSetup.setUp(id)
  expect(await one.alerts()).toMatchObject([
    {
      type: 'number_setup_failed',
      subject: String(id),
      data: { phone_number: body.phone_number, refused_by: 'vapi', error: expect.any(String) },
      message: expect.stringContaining(`vapi rejected the setup of ${body.phone_number}. Last error: `),
    },
  ])
  await numberSetup.setUp(id)
  expect(await one.alerts()).toEqual([])
})

test('a carrier that refuses the account while a number is set up is told, until it is set up', async () => {
  const { asks } = await connectedAccount(world(), key, 'telnyx', { trunk: { sip_termination_uri: 'sip.example.com' } })
  const id = await linked(asks)
  await fault(world(), 'telnyx', 'numbers', 'http401')
  await numberSetup.setUp(id)
  expect(await one.alerts()).toMatchObject([{ type: 'number_setup_failed', data: { refused_by: 'telnyx' } }])
  await numberSetup.setUp(id)
  expect(await one.alerts()).toEqual([])
})

test('a number that can text no more is told once with what is missing; one that never could is not', async () => {
  const body = sipNumber()
  const id = await linked(body)
  await numberSetup.setUp(id)
  expect(await one.alerts()).toEqual([])
  await change(id, { smsReady: true })
  for (let times = 0; times < 2; times += 1) await numberSetup.setUp(id)
  expect(await one.alerts()).toMatchObject([
    {
      data: { missing: ['sms_capable_number'] },
      message: expect.stringContaining(`${body.phone_number} can no longer send SMS. Missing: sms_capable_number.`),
    },
  ])
})

test('a released number that its carrier did not take back is told, so that somebody looks for it there', async () => {
  const { asks, phone_number } = await connectedAccount(world(), key, 'telnyx')
  const id = await linked(asks)
  await fault(world(), 'telnyx', 'route_sms', 'http401', 9)
  await fault(world(), 'telnyx', 'numbers', 'http401', 9)
  expect((await key.delete(`/phone-numbers/${id}`)).status).toBe(204)
  const [alert] = await until('the alert', async () => {
    const open = await one.alerts()
    return open.length > 0 && open
  })
  await fetch(`${world().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
  expect(alert).toMatchObject({ subject: String(id), message: expect.stringContaining(`${phone_number} is disconnected, but telnyx did not remove it.`) })
})
