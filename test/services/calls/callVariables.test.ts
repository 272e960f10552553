import { describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { ENGINES } from '../../inbound/vendors.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { createAnsweringTenant, parseInboundAnswer, startInboundCall, waitForFinishedCall } from './inboundKit.ts'

const testServer = useTestServer({ speed: 200 })

const GREETING = 'Hello, this is Ada, the virtual assistant of {{company}}. Am I speaking with {{name}} about {{order}}?'
const VARIABLES = 'variables { name defaultValue } publishedVariables { name defaultValue }'

/** An agent whose greeting has variables, with a default for one of them, and a number that it answers. */
async function createGreeter(engine: (typeof ENGINES)[number]) {
  const tenant = await createAnsweringTenant(testServer(), engine)
  const { key, agentId } = tenant
  const update = (input: object) => key.gql('mutation ($id: ID!, $input: AgentChanges!) { updateAgent(id: $id, input: $input) { id } }', { id: agentId, input })
  const publish = () => key.post(`/agents/${agentId}/publish`)
  await update({ firstMessage: GREETING, defaultVariables: { company: 'Rossi Dental' } })
  expect((await publish()).status).toBe(200)
  const read = async () => (await key.gql<any>(`query ($id: ID!) { agent(id: $id) { hasUnpublishedChanges ${VARIABLES} } }`, { id: agentId })).agent
  return { ...tenant, update, publish, read }
}

const callsOf = (campaignId: number) =>
  waitFor('all calls of the campaign to have a transcript', async () => {
    const calls = await anyWorkspace.call.findMany({ where: { campaignId, finishedAt: { not: null } }, include: { detail: true }, orderBy: { id: 'asc' } })
    return calls.length === 2 && calls
  })
const firstLineOf = (transcript: unknown) => (transcript as { text: string }[])[0]!.text

describe.each(ENGINES)('%s: the variables of an agent', (engine) => {
  test('are listed with their defaults, and defaults wait for the next publish', async () => {
    const { key, agentId, update, publish, read } = await createGreeter(engine)
    const variables = (company: string | null) => [
      { name: 'company', defaultValue: company },
      { name: 'name', defaultValue: null },
      { name: 'order', defaultValue: null },
    ]
    expect(await read()).toEqual({ hasUnpublishedChanges: false, variables: variables('Rossi Dental'), publishedVariables: variables('Rossi Dental') })
    await update({ defaultVariables: { company: 'Bianchi' } })
    expect(await read()).toEqual({ hasUnpublishedChanges: true, variables: variables('Bianchi'), publishedVariables: variables('Rossi Dental') })
    const { agentVersionDiff } = await key.gql<any>('query ($id: ID!) { agentVersionDiff(agentId: $id) { field before after } }', { id: agentId })
    expect(agentVersionDiff).toEqual([{ field: 'default_variables', before: { company: 'Rossi Dental' }, after: { company: 'Bianchi' } }])
    const detail = await key.patch(`/agents/${agentId}`, { default_variables: null })
    expect(detail.body.default_variables).toEqual({})
    await publish()
    expect(await read()).toMatchObject({ hasUnpublishedChanges: false, publishedVariables: variables(null) })
    await key.gql('mutation ($id: ID!) { restoreAgentVersion(agentId: $id, number: 1) { id } }', { id: agentId })
    expect((await key.get(`/agents/${agentId}`)).body.default_variables).toEqual({})
    await key.gql('mutation ($id: ID!) { restoreAgentVersion(agentId: $id, number: 2) { id } }', { id: agentId })
    expect((await key.get(`/agents/${agentId}`)).body.default_variables).toEqual({ company: 'Rossi Dental' })
  })

  test('that a single call leaves without a value and a default are named in the answer, and the call is placed', async () => {
    const { key, agentId } = await createGreeter(engine)
    const place = async (variables: object) => {
      const { status, body } = await key.post('/calls', { to_number: '+14155550100', agent_id: agentId, variables })
      return [status, body.empty_variables]
    }
    expect(await place({ company: '', name: '' })).toEqual([202, ['name', 'order']])
    expect(await place({ name: 'Luca', order: '7' })).toEqual([202, []])
  })

  test('are as many and as long as those of a call', async () => {
    const { key, agentId } = await createGreeter(engine)
    const send = async (variables: unknown) => (await key.patch(`/agents/${agentId}`, { default_variables: variables })).status
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, 'x']))
    expect([await send(named(1_000)), await send({ a: 'x'.repeat(10_000), ['n'.repeat(100)]: '' })]).toEqual([200, 200])
    for (const wrong of [named(1_001), { a: 'x'.repeat(10_001) }, { ['n'.repeat(101)]: '' }, { a: 1 }, ['a'], 'a']) expect(await send(wrong)).toBe(422)
  })

  test('have their defaults in a call that does not fill them, and an empty value is none', async () => {
    const { key, agentId, place, update } = await createGreeter(engine)
    await update({ defaultVariables: { company: 'not published' } })
    const spoken = async (variables: object) => {
      const { id } = (await place('+14155550100', { variables })).body
      const { transcript } = await waitFor('the transcript', async () => {
        const { body } = await key.get(`/calls/${id}`)
        return body.ended_at !== null && body.transcript.length > 0 && body
      })
      return transcript[0].text
    }
    expect(await spoken({ company: '', name: 'Ann', order: '7' })).toContain('virtual assistant of Rossi Dental. Am I speaking with Ann about 7?')
    expect(await spoken({ company: 'Bianchi', name: 'Ann', order: '7' })).toContain('virtual assistant of Bianchi.')
    expect((await key.get(`/agents/${agentId}`)).body.has_unpublished_changes).toBe(true)
  })

  test('have their defaults in inbound calls', async () => {
    const { acme, ask, number } = await createGreeter(engine)
    expect(parseInboundAnswer(engine, (await ask('+12125550100')).body)!.variables).toMatchObject({ company: 'Rossi Dental' })
    await startInboundCall(testServer(), { provider: engine, from: '+14155550100', to: number.phone_number })
    const { id } = await waitForFinishedCall(acme.id)
    // Where the webhooks are late, the call is closed before its transcript arrives.
    const spoken = await waitFor('the transcript', async () => {
      const { transcript } = await anyWorkspace.callDetail.findUniqueOrThrow({ where: { callId: id } })
      return (transcript as object[]).length > 0 && transcript
    })
    expect(firstLineOf(spoken)).toContain('virtual assistant of Rossi Dental.')
  })

  test('refuse the start of a campaign while no lead fills one, and no call of the started campaign has a gap', async () => {
    const { key, agentId, update, publish } = await createGreeter(engine)
    const { id } = (await key.post('/campaigns', { name: 'Autumn', agent_ref_id: agentId })).body
    const leads = [
      { phone_number: '+14155550100', name: 'Ann', external_id: 'a', data: { company: '', order: '' } },
      { phone_number: '+14155560100', name: 'Bob', external_id: 'b', data: { company: 'Bianchi', order: null, other: { order: 'nested' } } },
    ]
    for (const lead of leads) expect((await key.post(`/campaigns/${id}/leads`, { leads: [lead] })).status).toBeLessThan(300)
    const start = () => key.post(`/campaigns/${id}/start`)
    const refusal = await start()
    expect(refusal.status).toBe(422)
    expect(refusal.body.detail).toMatchObject({ error: 'campaign_not_ready', missing: [{ requirement: 'agent_variables' }] })
    expect(refusal.body.detail.missing[0].message).toContain('no default: order.')
    expect(refusal.body.detail.missing[0].action).toContain(`PATCH /agents/${agentId}`)
    await update({ defaultVariables: { company: 'Rossi Dental', order: 'your order' } })
    expect((await start()).status).toBe(422)
    await publish()
    expect((await start()).status).toBe(200)
    const spoken = (await callsOf(id)).map(({ detail }) => firstLineOf(detail!.transcript)).toSorted()
    expect(spoken).toEqual([
      expect.stringContaining('virtual assistant of Bianchi. Am I speaking with Bob about your order?'),
      expect.stringContaining('virtual assistant of Rossi Dental. Am I speaking with Ann about your order?'),
    ])
  })
})
