import { beforeAll, describe, expect, test } from 'vitest'
import { CARRIERS } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as numberImports from '../../../src/services/numbers/numberImports.ts'
import * as numberReleases from '../../../src/services/numbers/numberReleases.ts'
import type { Client } from '../../kit/client.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { deliver, question } from '../../inbound/vendors.ts'
import { atVoice, connectedAccount, fault, heardOf, rowsOf, sipNumber } from './numberKit.ts'
import { tenant } from '../calls/placementKit.ts'

// Jobs are run by hand here.
const world = useWorld({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof tenant>>
let key: Client
let other: Client
beforeAll(async () => {
  acme = await tenant(world())
  key = acme.key
  other = await (await world().workspace()).key()
})

const linked = async (body: object, client = key) => {
  const answer = await client.post('/phone-numbers/link', body)
  expect([answer.status, answer.body.detail]).toEqual([201, undefined])
  return answer.body.id as number
}
const release = (id: number, client = key) => client.delete(`/phone-numbers/${id}`)
const row = (id: number) => anyWorkspace.phoneNumber.findUniqueOrThrow({ where: { id } })

test('a released number stays readable, and neither calls nor answers; releasing it again changes nothing', async () => {
  const body = sipNumber()
  const id = await linked(body)
  expect((await key.put(`/phone-numbers/${id}/inbound`, { enabled: true, agent_id: acme.agentId })).status).toBe(200)
  const asked = () => deliver(world(), 'retell', question('retell', { from: '+12125550100', to: body.phone_number }))
  expect((await asked()).body.call_inbound.override_agent_id).toEqual(expect.any(String))

  for (let times = 0; times < 2; times++) expect((await release(id)).status).toBe(204)
  expect((await key.get(`/phone-numbers/${id}`)).body).toMatchObject({ is_active: false, inbound_enabled: false })
  expect((await key.get('/phone-numbers?limit=100')).body.items.map((one: { id: number }) => one.id)).not.toContain(id)
  expect((await key.put(`/phone-numbers/${id}/inbound`, { enabled: false })).status).toBe(404)
  expect((await acme.place('+12125550113', { from_number_id: id })).status).toBe(404)
  expect((await asked()).body.call_inbound?.override_agent_id).toBeUndefined()
  expect(await atVoice(world(), 'retell', body.phone_number)).toBeNull()
})

test("another workspace's number is not found, and stays", async () => {
  const id = await linked(sipNumber())
  for (const wrong of [id, 999_999, '0', 'x']) {
    const answer = await other.delete(`/phone-numbers/${wrong}`)
    expect([answer.status, answer.body.detail]).toEqual([404, 'Phone number not found'])
  }
  expect(await row(id)).toMatchObject({ isActive: true, setup: 'linked' })
})

test('it is taken back from every voice provider that knows it', async () => {
  const body = sipNumber()
  const id = await linked(body)
  await numberImports.ensureImported(await row(id), 'vapi')
  expect([await atVoice(world(), 'retell', body.phone_number), await atVoice(world(), 'vapi', body.phone_number)]).not.toContain(null)
  await release(id)
  expect([await atVoice(world(), 'retell', body.phone_number), await atVoice(world(), 'vapi', body.phone_number)]).toEqual([null, null])
})

test.each(['retell', 'vapi'] as const)('it is taken back from %s also when a process died before it noted the id', async (engine) => {
  const body = sipNumber()
  const id = await linked({ ...body, voice_engine: engine })
  await anyWorkspace.phoneNumber.update({ where: { id }, data: { providerNumbers: { [engine]: null } } })
  await release(id)
  expect(await atVoice(world(), engine, body.phone_number)).toBeNull()
})

describe('while the outside is down', () => {
  test('a number is released at once; a job tells of it later, and may run twice', async () => {
    const { asks, phone_number } = await connectedAccount(world(), key, 'telnyx', { trunk: { sip_termination_uri: 'sip.example.com' }, owner: 'down' })
    const id = await linked(asks)
    await fault(world(), 'retell', 'delete', 'http503', 3)
    expect((await release(id)).status).toBe(204)
    expect(await row(id)).toMatchObject({ isActive: false, setup: 'releasing' })
    expect(await atVoice(world(), 'retell', phone_number)).not.toBeNull()
    for (let times = 0; times < 2; times++) await numberReleases.undo(id)
    expect(await row(id)).toMatchObject({ setup: 'released', providerNumbers: {} })
    expect(await atVoice(world(), 'retell', phone_number)).toBeNull()
    expect(await heardOf(world(), phone_number)).toEqual([])
  })

  test('an account that was closed since keeps nothing from being released', async () => {
    const { asks } = await connectedAccount(world(), key, 'telnyx', { owner: 'closed' })
    const id = await linked(asks)
    await fault(world(), 'telnyx', 'route_sms', 'http401', 9)
    await fault(world(), 'telnyx', 'numbers', 'http401', 9)
    await release(id)
    await fetch(`${world().running.simulator!.url}/simulator/faults`, { method: 'DELETE' })
    expect(await row(id)).toMatchObject({ isActive: false, setup: 'released' })
  })

  test('somebody else may link it: what was left is taken away first, and telling of the release leaves the new link alone', async () => {
    const old = sipNumber()
    const first = await linked(old)
    await fault(world(), 'retell', 'delete', 'http503', 3)
    await release(first)
    const second = await linked({ ...old, sip: { termination_uri: 'sip.another.example.com' } }, other)
    const there = async () => (await atVoice(world(), 'retell', old.phone_number))!.sip_outbound_trunk_config
    expect(await there()).toMatchObject({ termination_uri: 'sip.another.example.com', auth_username: null })
    for (let times = 0; times < 2; times++) await numberReleases.undo(first)
    expect(await there()).toMatchObject({ termination_uri: 'sip.another.example.com' })
    expect(await rowsOf(old.phone_number)).toMatchObject([
      { id: first, setup: 'released' },
      { id: second, setup: 'linked', isActive: true },
    ])
  })
})

test.each(CARRIERS)('a number of %s can be linked again right after its release, as often as one likes', async (carrier) => {
  const { asks, phone_number, connectionId } = await connectedAccount(world(), key, carrier, {
    trunk: { sip_termination_uri: 'sip.example.com' },
    owner: 'again',
  })
  for (let times = 0; times < 3; times++) {
    const id = await linked(asks)
    expect(await heardOf(world(), phone_number)).toEqual([connectionId])
    expect((await release(id)).status).toBe(204)
  }
  const id = await linked(asks)
  for (const { id: each } of await rowsOf(phone_number)) await numberReleases.undo(each)
  expect(await row(id)).toMatchObject({ isActive: true, setup: 'linked' })
  expect(await atVoice(world(), 'retell', phone_number)).not.toBeNull()
  expect(await heardOf(world(), phone_number)).toEqual([connectionId])
})

test('released and linked by many at once, a number ends with nobody or with one, and the voice provider knows it just then', async () => {
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
    await until('the release to be told', async () => (await rowsOf(body.phone_number)).every(({ setup }) => setup === 'linked' || setup === 'released'))
    expect(await atVoice(world(), 'retell', body.phone_number)).not.toBeNull()
    expect((await rowsOf(body.phone_number)).filter(({ isActive }) => isActive)).toMatchObject([
      { id, setup: 'linked', providerNumbers: { retell: body.phone_number } },
    ])
  }
})

test('a call that is about to be sent from a number that was released meanwhile is not sent', async () => {
  const id = await linked(sipNumber())
  await release(id)
  await expect(row(id).then((number) => numberImports.ensureImported(number, 'retell'))).rejects.toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
})
