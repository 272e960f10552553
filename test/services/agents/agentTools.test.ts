import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { formatMicros } from '../../../src/kernel/lib/money.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { findToolUrlProblem } from '../../../src/services/shared/callbackUrls.ts'
import { priceOf } from '../../../src/services/billing/pricing.ts'
import type { Client } from '../../kit/clients/client.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { readBill, createEndedCall } from '../billing/billingKit.ts'
import { createAnsweringTenant, startInboundCall } from '../calls/inboundKit.ts'
import { listPlacements, readWallet, createTenant } from '../calls/placementKit.ts'

const testServer = useTestServer({ speed: 40 })
let key: Client
beforeAll(async () => {
  key = await (await testServer().workspace({ wallet: '50.00' })).key()
})
const originalSettings = { ...settings }
beforeAll(() => void Object.assign(originalSettings, settings))
afterEach(() => void Object.assign(settings, originalSettings))

const createAgent = async (voice_engine: string, general_tools: object[] = [], client = key): Promise<number> =>
  (await client.post('/agents', { name: 'Ada', voice_id: 'Elliot', voice_engine, general_tools })).body.id
const publish = (id: number, client = key) => client.post(`/agents/${id}/publish`)
const problemsOf = async (engine: string, tool: object, client = key) => {
  const { status, body } = await publish(await createAgent(engine, [tool], client), client)
  expect([status, body.detail?.error]).toEqual([422, 'agent_not_publishable'])
  return body.detail.problems.map(({ field }: { field: string }) => field) as string[]
}
const transferTo = (number: string, more: object = {}) => ({
  type: 'transfer_call',
  name: 'to_a_person',
  transfer_destination: { type: 'predefined', number },
  transfer_option: { type: 'cold_transfer' },
  ...more,
})
const swapTo = (agent_id: unknown) => ({ type: 'agent_swap', name: 'swap', agent_id, post_call_analysis_setting: 'both_agents' })
const handoffTo = (assistantId: unknown) => ({ type: 'handoff', destinations: [{ type: 'assistant', assistantId, description: 'For orders' }] })
const listSentTools = async () => {
  const requests = (await (await fetch(`${testServer().running.simulator!.url}/simulator/requests`)).json()) as { body: any }[]
  return requests.flatMap(({ body }) => (body?.general_tools ?? body?.model?.tools ?? []) as any[])
}

describe('tools that use resources of the shared provider account', () => {
  test.each<[string, object, string]>([
    ['vapi', { type: 'slack.message.send', name: 'x' }, 'general_tools[0].type'],
    ['vapi', { type: 'google.sheets.row.append', name: 'x' }, 'general_tools[0].type'],
    ['vapi', { type: 'bash', name: 'x', subType: 'bash_20241022' }, 'general_tools[0].type'],
    ['vapi', { type: 'query', knowledgeBases: [{ provider: 'google', fileIds: ['f'] }] }, 'general_tools[0].type'],
    ['vapi', { type: 'apiRequest', name: 'x', method: 'POST', url: 'https://x.example', credentialId: 'c' }, 'general_tools[0].credentialId'],
    ['vapi', { type: 'function', function: { name: 'f' }, server: { url: 'https://x.example', credentialId: 'c' } }, 'general_tools[0].server.credentialId'],
    ['vapi', handoffTo('8a1f0e3f-3f3b-4c58-9c3e-0f6a2b7d9e11'), 'general_tools[0].destinations[0].assistantId'],
    ['retell', swapTo('agent_8c1f'), 'general_tools[0].agent_id'],
    ['retell', { type: 'mcp', name: 'x', description: 'd', mcp_id: 'mcp_1' }, 'general_tools[0].type'],
    ['retell', { type: 'end_call', name: 'x', credentialId: 'c' }, 'general_tools[0].credentialId'],
  ])('%s: %j is rejected with its path', async (engine, tool, field) => expect(await problemsOf(engine, tool)).toContain(field))
})

describe('an agent that a tool references', () => {
  test.each([
    ['retell', swapTo, (tool: any) => tool.type === 'agent_swap' && tool.agent_id],
    ['vapi', handoffTo, (tool: any) => tool.type === 'handoff' && tool.destinations[0].assistantId],
  ] as const)('%s: must be published in the workspace, is sent with its provider ID, and two agents can reference each other', async (engine, to, idIn) => {
    const [first, second] = [await createAgent(engine), await createAgent(engine)]
    const name = async (by: number, tool: object) => {
      await key.patch(`/agents/${by}`, { general_tools: [tool] })
      return publish(by)
    }
    expect((await name(first, to(String(second)))).body.detail.problems).toMatchObject([{ reason: `Agent ${second} is not published: publish it first` }])
    expect((await publish(second)).status).toBe(200)
    const published = await name(first, to(String(second)))
    expect([published.status, published.body.has_unpublished_changes]).toEqual([200, false])
    expect((await name(second, to(first))).status).toBe(200)
    const agents = await anyWorkspace.agent.findMany({ where: { id: { in: [first, second] } } })
    const ids = (await listSentTools()).map(idIn).filter(Boolean)
    for (const agent of agents) expect(ids).toContain((agent.published as any).providerAgentId)
    expect((await key.get(`/agents/${first}`)).body.general_tools).toEqual([to(String(second))])
  })

  test('of another workspace or engine, or the agent itself, is rejected', async () => {
    const stranger = await (await testServer().workspace()).key()
    const [foreign, other, self] = [await createAgent('retell', [], stranger), await createAgent('vapi'), await createAgent('retell')]
    expect((await publish(foreign, stranger)).status).toBe(200)
    expect((await publish(other)).status).toBe(200)
    const reason = async (id: number) => {
      await key.patch(`/agents/${self}`, { general_tools: [swapTo(String(id))] })
      return (await publish(self)).body.detail.problems[0].reason as string
    }
    expect(await reason(foreign)).toBe(`This workspace has no agent ${foreign}`)
    expect(await reason(other)).toContain('hand calls over only to agents on retell')
    expect(await reason(self)).toContain('Must be a different agent')
  })
})

describe('a URL that a tool requests', () => {
  const paths = ['custom', 'apiRequest', 'function', 'mcp'] as const
  const toolAt = (type: (typeof paths)[number], url: string): [string, object, string] => {
    if (type === 'custom') return ['retell', { type, name: 'x', url }, 'general_tools[0].url']
    if (type === 'apiRequest') return ['vapi', { type, name: 'x', method: 'POST', url }, 'general_tools[0].url']
    return ['vapi', { type, ...(type === 'function' && { function: { name: 'f' } }), server: { url } }, 'general_tools[0].server.url']
  }

  test.each(paths)('of %s cannot point to this server or a private network, whatever its variables contain', async (type) => {
    const [engineOf, self, at] = toolAt(type, `${settings.publicUrl}/inbound/retell`)
    expect(await problemsOf(engineOf, self)).toEqual([at])
    settings.allowPrivateWebhooks = false
    for (const url of ['https://169.254.169.254/latest', 'http://x.example', 'https://{{host}}/x', 'https://u:p@x.example']) {
      const [engine, tool, field] = toolAt(type, url)
      expect(await problemsOf(engine, tool), url).toEqual([field])
    }
    const [engine, fine] = toolAt(type, 'https://x.example/{{order}}?day={{ day }}')
    expect((await publish(await createAgent(engine, [fine]))).status).toBe(200)
  })

  test('is checked as it is finally requested, by the same rule as a webhook URL', () => {
    Object.assign(settings, { allowPrivateWebhooks: false, bases: ['https://calls.acme.example', 'https://Voice.Acme.example'] })
    const refused = [
      'https://calls.acme.example/inbound/retell',
      'https://CALLS.acme.example.:8443/x',
      'https://voice.acme.example/inbound/vapi',
      'https://calls.acme.example{{x}}/',
    ]
    refused.push(
      'https://{{sub}}.acme.example/',
      '{{url}}',
      '//x.example',
      'https:x.example',
      'https://x.example\\@calls.acme.example/',
      'https://x.example@calls.acme.example/',
    )
    refused.push(
      'https://localhost/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://2130706433/',
      'https://metadata.internal/',
      'ftp://x.example/',
      'https://x.example/a b',
      '',
    )
    for (const url of refused) expect(findToolUrlProblem(url)?.reason, url).toMatch(/^Must /)
    for (const url of ['https://acme.example/', 'https://x.example/{{a}}/{{ b }}?c={{c}}#{{d}}', 'https://x.example?to={{x}}'])
      expect(findToolUrlProblem(url), url).toBeNull()
    settings.allowPrivateWebhooks = true
    Object.assign(settings, { bases: ['http://127.0.0.1:4000'], simulatorUrl: 'http://127.0.0.1:4100' })
    for (const url of ['http://localhost:4000/inbound/retell', 'http://127.0.0.2:4000/', 'http://[::1]:4100/simulator/state'])
      expect(findToolUrlProblem(url)?.code, url).toBe('url_of_this_server')
    expect(findToolUrlProblem('http://localhost:5000/slots')).toBeNull()
  })
})

const CALLED = '+12125550100'
const EXPENSIVE = '+41442345678'

describe('a transfer', () => {
  test.each<[string, object, string]>([
    ['retell', transferTo('+19005550100'), 'transfer_destination.number'],
    ['vapi', transferTo('+19005550100'), 'transfer_destination.number'],
    ['vapi', { type: 'transferCall', destinations: [{ type: 'number', number: '+12129765555' }] }, 'destinations[0].number'],
    ['retell', transferTo('+447012345678'), 'transfer_destination.number'],
    ['retell', transferTo('+881612345678'), 'transfer_destination.number'],
    ['retell', transferTo('{{desk}}'), 'transfer_destination.number'],
    ['retell', transferTo('sip:+19005550100@carrier.example'), 'transfer_destination.number'],
    ['vapi', { type: 'transferCall', destinations: [{ type: 'sip', sipUri: 'sip:a@b.example' }] }, 'destinations[0].type'],
    ['vapi', transferTo('9005550100', { ignore_e164_validation: true }), 'transfer_destination.number'],
    ['retell', transferTo('x', { transfer_destination: { type: 'inferred', prompt: 'The shop nearby' } }), 'transfer_destination.type'],
  ])('%s: %j is rejected', async (engine, tool, field) => expect(await problemsOf(engine, tool)).toEqual([`general_tools[0].${field}`]))

  test('to a number decided during the call requires ALLOW_OPEN_TRANSFERS, and to a premium number is never allowed', async () => {
    settings.allowOpenTransfers = true
    for (const tool of [transferTo('{{desk}}'), transferTo('x', { transfer_destination: { type: 'inferred', prompt: 'The shop nearby' } })])
      expect((await publish(await createAgent('retell', [tool]))).status).toBe(200)
    expect(await problemsOf('retell', transferTo('+19005550100'))).toEqual(['general_tools[0].transfer_destination.number'])
  })

  /** Publishes an agent, places and answers a call before and after the DNC entry, and waits for a campaign to pause. */
  test('to a number on the do-not-call list is rejected when publishing, calling and answering', async () => {
    const acme = await createAnsweringTenant(testServer(), 'retell')
    const number = '+14155550171'
    await acme.key.patch(`/agents/${acme.agentId}`, { general_tools: [transferTo(number)] })
    expect((await publish(acme.agentId, acme.key)).status).toBe(200)
    expect((await acme.place('+12125550113')).status).toBe(202)
    const isAnswered = async () => (await startInboundCall(testServer(), { provider: 'retell', to: acme.number.phone_number })).body.answered
    expect(await isAnswered()).toBe(true)
    await acme.key.post('/dnc', { phone_number: number })
    const refused = await acme.place('+12125550114')
    expect([refused.status, refused.body.detail]).toEqual([403, `The agent transfers calls to ${number}, which is on the do-not-call list.`])
    expect(await listPlacements(testServer(), 'retell', '+12125550114')).toEqual([])
    expect(await isAnswered()).toBe(false)
    const again = await publish(acme.agentId, acme.key)
    expect(again.body.detail.problems).toMatchObject([
      { field: 'general_tools[0].transfer_destination.number', reason: `${number} is on the do-not-call list` },
    ])
    const campaign = (await acme.key.post('/campaigns', { name: 'C', agent_ref_id: acme.agentId })).body.id
    await acme.key.post(`/campaigns/${campaign}/leads`, { leads: [{ phone_number: '+12125550115' }] })
    expect((await acme.key.post(`/campaigns/${campaign}/start`)).status).toBe(200)
    await waitFor('the campaign to pause', async () => (await acme.key.get(`/campaigns/${campaign}`)).body.status === 'paused')
    expect(await anyWorkspace.campaign.findUnique({ where: { id: campaign } })).toMatchObject({ pauseReason: 'transfer_blocked' })
    expect(await listPlacements(testServer(), 'retell', '+12125550115')).toEqual([])
  })

  test('reserves the price of the most expensive number the call can reach, also through another agent, and follows the recording law there', async () => {
    const acme = await createTenant(testServer(), { wallet: '50.00' })
    const [through, abroad] = [await createAgent('retell', [transferTo('+41442345678')], acme.key), await createAgent('retell', [], acme.key)]
    expect((await publish(through, acme.key)).status).toBe(200)
    await acme.key.patch(`/agents/${abroad}`, { general_tools: [swapTo(String(through))] })
    expect((await publish(abroad, acme.key)).status).toBe(200)
    const plainCall = (await acme.place('+12125550113')).body
    const call = (await acme.key.post('/calls', { to_number: '+12125550114', agent_id: abroad })).body
    const rows = await anyWorkspace.call.findMany({ where: { id: { in: [plainCall.id, call.id] } }, include: { hold: true }, orderBy: { id: 'asc' } })
    expect(rows).toMatchObject([
      { transferNumber: null, recorded: true },
      { transferNumber: '+41442345678', recorded: false, recordingReason: 'forbidden_by_law', country: 'CH' },
    ])
    expect(rows[1]!.hold!.amount).toBeGreaterThan(rows[0]!.hold!.amount)
    expect(Number((await readWallet(acme.key)).reserved)).toBeGreaterThan(0)
  })

  test.each([
    ['transferred', EXPENSIVE],
    ['transfer_failed', CALLED],
    ['user_hangup', CALLED],
  ])('that ended as %s is charged at the price of %s', async (endedReason, priced) => {
    const acme = await testServer().workspace({ wallet: '50.00' })
    await anyWorkspace.workspace.update({ where: { id: acme.id }, data: { includedMinutes: 0 } })
    const call = await createEndedCall(acme.id, { seconds: 60, to: CALLED })
    await anyWorkspace.call.update({ where: { id: call.id }, data: { endedReason, transferNumber: EXPENSIVE } })
    await call.close()
    expect((await readBill(call.id)).lines[0]).toMatchObject({ kind: 'minutes', amount: formatMicros(priceOf(priced).perMinute) })
  })
})
