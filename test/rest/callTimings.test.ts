import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { useCli } from '../kit/clients/cli.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { inviteAndSignUp } from '../kit/fixtures/members.ts'
import { signInToApi } from '../kit/fixtures/seededWorkspace.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { stopClock } from '../kit/waiting/clock.ts'
import { callTool } from '../mcp/kit.ts'
import { createTenant, listPlacements, readWallet } from '../services/calls/placementKit.ts'
import { ADVISORY, checkTiming, DAY, newAgreed, newNumber, NIGHT, OPENS_IN_CALIFORNIA, REFUSAL, setTimingMode, type Tenant } from './callTimingKit.ts'

const testServer = useTestServer()
const { withToken } = useCli()
let acme: Tenant
/** Refuses calls outside permitted times. */
let strict: Tenant
beforeAll(async () => {
  acme = await createTenant(testServer())
  strict = await createTenant(testServer())
  await setTimingMode(testServer(), 'refuse', strict)
})

/** The token of an app that is connected for longer than the clock moves. */
async function connectApp({ acme: { id } }: Tenant) {
  const { token } = await addConnectedApp(testServer(), id)
  await anyWorkspace.oauthPayload.updateMany({ where: {}, data: { expiresAt: new Date('2027-01-01') } })
  return token
}
const placeWithKey = ({ key, agentId }: Tenant, to_number: string, idempotencyKey: string) =>
  key.raw('/calls', {
    method: 'POST',
    body: JSON.stringify({ to_number, agent_id: agentId }),
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
  })

describe('a workspace that did not choose', () => {
  test('places a call outside permitted times, and the response and the call say why it was not permitted', async () => {
    stopClock(NIGHT)
    const to = newNumber()
    const { status, body } = await acme.place(to)
    expect(status).toBe(202)
    expect(body.timing_advisory).toEqual(ADVISORY)
    expect((await acme.key.get(`/calls/${body.id}`)).body.timing_advisory).toEqual(ADVISORY)
    expect(await listPlacements(testServer(), 'retell', to)).toHaveLength(1)
  })

  test('gets no advisory when calls are permitted', async () => {
    stopClock(DAY)
    const { status, body } = await acme.place(await newAgreed(acme))
    expect([status, body.timing_advisory]).toEqual([202, null])
  })

  test('gets the same response to a repeated request, even if calls are permitted by then', async () => {
    const to = newNumber()
    stopClock(NIGHT)
    const first = await placeWithKey(acme, to, 'night')
    stopClock(DAY)
    const second = await placeWithKey(acme, to, 'night')
    expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([202, 202, 'true'])
    expect(second.body).toEqual(first.body)
    expect(second.body.timing_advisory).toEqual(ADVISORY)
    expect(await listPlacements(testServer(), 'retell', to)).toHaveLength(1)
  })
})

describe('a workspace that refuses calls outside permitted times', () => {
  test('answers 422 with the reason, and nothing else happens: no call, no request to the provider, no charge', async () => {
    stopClock(NIGHT)
    const to = newNumber()
    const [before, calls] = [await readWallet(strict.key), await anyWorkspace.call.count({ where: { workspaceId: strict.acme.id } })]
    expect(await strict.place(to)).toMatchObject({ status: 422, body: REFUSAL })
    expect(await readWallet(strict.key)).toEqual(before)
    expect(await anyWorkspace.call.count({ where: { workspaceId: strict.acme.id } })).toBe(calls)
    expect(await listPlacements(testServer(), 'retell', to)).toEqual([])
  })

  test('places the call when calls are permitted', async () => {
    stopClock(DAY)
    expect(await strict.place(await newAgreed(strict))).toMatchObject({ status: 202, body: { timing_advisory: null } })
  })

  test('repeats the refusal to a request with the same key, as any response of an action, and places the call with a new key', async () => {
    const to = newNumber()
    stopClock(NIGHT)
    expect(await placeWithKey(strict, to, 'refused')).toMatchObject({ status: 422, body: REFUSAL })
    stopClock(DAY)
    const repeated = await placeWithKey(strict, to, 'refused')
    expect([repeated.status, repeated.body, repeated.headers.get('idempotent-replayed')]).toEqual([422, REFUSAL, 'true'])
    expect((await placeWithKey(strict, to, 'permitted')).status).toBe(202)
  })

  test('repeats the response to a call that it placed before it refused them', async () => {
    const to = newNumber()
    stopClock(DAY)
    const first = await placeWithKey(strict, to, 'day')
    stopClock(NIGHT)
    expect(await placeWithKey(strict, to, 'day')).toMatchObject({ status: 202, body: first.body })
  })

  test('refuses a number on the do-not-call list for that reason', async () => {
    stopClock(NIGHT)
    const to = newNumber()
    await strict.key.post('/dnc', { phone_number: to })
    expect(await strict.place(to)).toMatchObject({ status: 403, body: { detail: 'The number is on the do-not-call list.' } })
  })

  test('refuses an invalid number and an unpublished agent for these reasons', async () => {
    stopClock(NIGHT)
    const { id } = (await strict.key.post('/agents', { name: 'Draft' })).body
    expect((await strict.place('12')).status).toBe(400)
    expect((await strict.place(newNumber(), { agent_id: id })).body.detail).toBe('Agent is not synced: publish or update it first')
  })

  /** Starts a process. */
  test('refuses it to an AI client and on the command line with the same reason', async () => {
    const token = await connectApp(strict)
    stopClock(NIGHT)
    expect(await callTool(testServer(), token, 'place_call', { to_number: newNumber(), agent_id: strict.agentId })).toMatchObject({
      isError: true,
      response: { status: 422, ...REFUSAL },
    })
    const cli = withToken(testServer().url, strict.key.apiKey)
    expect(await cli(['calls', 'place', '--to-number', newNumber(), '--agent-id', String(strict.agentId)])).toMatchObject({
      code: 9,
      json: { status: 422, ...REFUSAL },
    })
  })
})

/** Starts a process. */
test('an AI client and the command line get the advisory of a call', async () => {
  const token = await connectApp(acme)
  stopClock(NIGHT)
  const tool = await callTool(testServer(), token, 'place_call', { to_number: newNumber(), agent_id: acme.agentId })
  expect(tool).toMatchObject({ isError: false, response: { timing_advisory: ADVISORY } })
  const cli = withToken(testServer().url, acme.key.apiKey)
  expect(await cli(['calls', 'place', '--to-number', newNumber(), '--agent-id', String(acme.agentId)])).toMatchObject({
    code: 0,
    json: { timing_advisory: ADVISORY },
  })
})

test('a workspace chooses for itself, and a viewer cannot', async () => {
  const modeOf = async ({ key }: Tenant) => (await key.gql<{ workspace: { callTiming: string } }>('{ workspace { callTiming } }')).workspace.callTiming
  expect([await modeOf(acme), await modeOf(strict)]).toEqual(['advise', 'refuse'])
  const owner = await signInToApi(testServer().url, strict.acme)
  const viewer = await inviteAndSignUp(testServer().url, owner, { email: 'viewer@timing.example', role: 'viewer' })
  const asViewer = { ...strict, acme: { ...strict.acme, ...viewer } }
  await expect(setTimingMode(testServer(), 'advise', asViewer)).rejects.toThrow('workspace:write')
  expect(await modeOf(strict)).toBe('refuse')
})

test('a number can be checked before the call', async () => {
  stopClock(NIGHT)
  expect(await checkTiming(acme.key, '+14155550100')).toEqual({ timingAdvisory: { reason: 'calling_hours', permittedFrom: OPENS_IN_CALIFORNIA } })
  expect(await checkTiming(acme.key, '+3902123401')).toEqual({ timingAdvisory: null })
  stopClock(DAY)
  expect(await checkTiming(acme.key, await newAgreed(acme, '+14155550100'))).toEqual({ timingAdvisory: null })
})
