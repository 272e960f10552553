import { beforeAll, describe, expect, test } from 'vitest'
import { CARRIERS } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as numberImports from '../../../src/services/numbers/numberImports.ts'
import * as numberReleases from '../../../src/services/numbers/numberReleases.ts'
import type { Client } from '../../kit/clients/client.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { deliver, inboundCallBody } from '../../inbound/vendors.ts'
import { readProviderNumber, connectAccount, fault, sendTestSms, rowsOf, sipNumber } from './numberKit.ts'
import { createTenant } from '../calls/placementKit.ts'

// No jobs run automatically: the tests run them.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createTenant>>
let key: Client
let other: Client
beforeAll(async () => {
  acme = await createTenant(testServer())
  key = acme.key
  other = await (await testServer().workspace()).key()
})

const linked = async (body: object, client = key) => {
  const answer = await client.post('/phone-numbers/link', body)
  expect([answer.status, answer.body.detail]).toEqual([201, undefined])
  return answer.body.id as number
}
const release = (id: number, client = key) => client.delete(`/phone-numbers/${id}`)
const row = (id: number) => anyWorkspace.phoneNumber.findUniqueOrThrow({ where: { id } })

test('a disconnected number stays readable, and neither places nor answers calls; disconnecting it again changes nothing', async () => {
  const body = sipNumber()
  const id = await linked(body)
  expect((await key.put(`/phone-numbers/${id}/inbound`, { enabled: true, agent_id: acme.agentId })).status).toBe(200)
  const askForAgent = () => deliver(testServer(), 'retell', inboundCallBody('retell', { from: '+12125550100', to: body.phone_number }))
  expect((await askForAgent()).body.call_inbound.override_agent_id).toEqual(expect.any(String))

  for (let times = 0; times < 2; times++) expect((await release(id)).status).toBe(204)
  expect((await key.get(`/phone-numbers/${id}`)).body).toMatchObject({ is_active: false, inbound_enabled: false })
  expect((await key.get('/phone-numbers?limit=100')).body.items.map((item: { id: number }) => item.id)).not.toContain(id)
  expect((await key.put(`/phone-numbers/${id}/inbound`, { enabled: false })).status).toBe(404)
  expect((await acme.place('+12125550113', { from_number_id: id })).status).toBe(404)
  expect((await askForAgent()).body.call_inbound?.override_agent_id).toBeUndefined()
  expect(await readProviderNumber(testServer(), 'retell', body.phone_number)).toBeNull()
})

test('a number of another workspace is not found, and stays connected', async () => {
  const id = await linked(sipNumber())
  for (const wrong of [id, 999_999, '0', 'x']) {
    const answer = await other.delete(`/phone-numbers/${wrong}`)
    expect([answer.status, answer.body.detail]).toEqual([404, 'Phone number not found'])
  }
  expect(await row(id)).toMatchObject({ isActive: true, setup: 'linked' })
})

test('it is removed from every voice provider that has it', async () => {
  const body = sipNumber()
  const id = await linked(body)
  await numberImports.ensureImported(await row(id), 'vapi')
  expect([
    await readProviderNumber(testServer(), 'retell', body.phone_number),
    await readProviderNumber(testServer(), 'vapi', body.phone_number),
  ]).not.toContain(null)
  await release(id)
  expect([await readProviderNumber(testServer(), 'retell', body.phone_number), await readProviderNumber(testServer(), 'vapi', body.phone_number)]).toEqual([
    null,
    null,
  ])
})

test.each(['retell', 'vapi'] as const)('it is removed from %s even if a process died before it stored the ID', async (engine) => {
  const body = sipNumber()
  const id = await linked({ ...body, voice_engine: engine })
  await anyWorkspace.phoneNumber.update({ where: { id }, data: { providerNumbers: { [engine]: null } } })
  await release(id)
  expect(await readProviderNumber(testServer(), engine, body.phone_number)).toBeNull()
})

describe('while providers and carriers are down', () => {
  test('a number is disconnected at once; a job removes it there later, and can run twice', async () => {
    const { asks, phone_number } = await connectAccount(testServer(), key, 'telnyx', { trunk: { sip_termination_uri: 'sip.example.com' }, owner: 'down' })
    const id = await linked(asks)
    await fault(testServer(), 'retell', 'delete', 'http503', 3)
    expect((await release(id)).status).toBe(204)
    expect(await row(id)).toMatchObject({ isActive: false, setup: 'releasing' })
    expect(await readProviderNumber(testServer(), 'retell', phone_number)).not.toBeNull()
    for (let times = 0; times < 2; times++) await numberReleases.undo(id)
    expect(await row(id)).toMatchObject({ setup: 'released', providerNumbers: {} })
    expect(await readProviderNumber(testServer(), 'retell', phone_number)).toBeNull()
    expect(await sendTestSms(testServer(), phone_number)).toEqual([])
  })

  test('an account that was closed meanwhile does not block disconnecting', async () => {
    const { asks } = await connectAccount(testServer(), key, 'telnyx', { owner: 'closed' })
    const id = await linked(asks)
    await fault(testServer(), 'telnyx', 'route_sms', 'http401', 9)
    await fault(testServer(), 'telnyx', 'numbers', 'http401', 9)
    await release(id)
    await fetch(`${testServer().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    expect(await row(id)).toMatchObject({ isActive: false, setup: 'released' })
  })

  test('another workspace can connect it: leftovers are removed first, and the pending removal keeps the new link', async () => {
    const old = sipNumber()
    const first = await linked(old)
    await fault(testServer(), 'retell', 'delete', 'http503', 3)
    await release(first)
    const second = await linked({ ...old, sip: { termination_uri: 'sip.another.example.com' } }, other)
    const readTrunk = async () => (await readProviderNumber(testServer(), 'retell', old.phone_number))!.sip_outbound_trunk_config
    expect(await readTrunk()).toMatchObject({ termination_uri: 'sip.another.example.com', auth_username: null })
    for (let times = 0; times < 2; times++) await numberReleases.undo(first)
    expect(await readTrunk()).toMatchObject({ termination_uri: 'sip.another.example.com' })
    expect(await rowsOf(old.phone_number)).toMatchObject([
      { id: first, setup: 'released' },
      { id: second, setup: 'linked', isActive: true },
    ])
  })
})

test.each(CARRIERS)('a number of %s can be connected again right after its release, repeatedly', async (carrier) => {
  const { asks, phone_number, connectionId } = await connectAccount(testServer(), key, carrier, {
    trunk: { sip_termination_uri: 'sip.example.com' },
    owner: 'again',
  })
  for (let times = 0; times < 3; times++) {
    const id = await linked(asks)
    expect(await sendTestSms(testServer(), phone_number)).toEqual([connectionId])
    expect((await release(id)).status).toBe(204)
  }
  const id = await linked(asks)
  for (const { id: each } of await rowsOf(phone_number)) await numberReleases.undo(each)
  expect(await row(id)).toMatchObject({ isActive: true, setup: 'linked' })
  expect(await readProviderNumber(testServer(), 'retell', phone_number)).not.toBeNull()
  expect(await sendTestSms(testServer(), phone_number)).toEqual([connectionId])
})

test('a number that many release and connect at once ends in at most one workspace, and only then is at the voice provider', async () => {
  const body = sipNumber()
  let id = await linked(body)
  for (let round = 0; round < 3; round++) {
    const clients = [key, other]
    const [, ...answers] = await Promise.all([
      anyWorkspace.phoneNumber.findUniqueOrThrow({ where: { id } }).then(({ workspaceId }) => release(id, workspaceId === acme.acme.id ? key : other)),
      ...Array.from({ length: 4 }, (_, n) => clients[n % 2]!.post('/phone-numbers/link', body)),
    ])
    const won = answers.filter(({ status }) => status === 201)
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(won.length).toBeLessThanOrEqual(1)
    id = won[0]?.body.id ?? (await linked(body))
    await waitFor('the removal to finish', async () => (await rowsOf(body.phone_number)).every(({ setup }) => setup === 'linked' || setup === 'released'))
    expect(await readProviderNumber(testServer(), 'retell', body.phone_number)).not.toBeNull()
    expect((await rowsOf(body.phone_number)).filter(({ isActive }) => isActive)).toMatchObject([
      { id, setup: 'linked', providerNumbers: { retell: body.phone_number } },
    ])
  }
})

test('a call from a number that was disconnected before sending is not sent', async () => {
  const id = await linked(sipNumber())
  await release(id)
  await expect(row(id).then((number) => numberImports.ensureImported(number, 'retell'))).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
})
