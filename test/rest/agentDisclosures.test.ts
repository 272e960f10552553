import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { inviteAndSignUp } from '../kit/fixtures/members.ts'
import { signInToApi } from '../kit/fixtures/seededWorkspace.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { callTool } from '../mcp/kit.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { createCampaign } from '../services/dialer/dialerKit.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { expectResponse } from './responses.ts'

const testServer = useTestServer()
type Tenant = Awaited<ReturnType<typeof createTenant>>
let acme: Tenant
/** Refuses to publish agents that leave out a statement. Calls from the United States if nothing else is known. */
let strict: Tenant
beforeAll(async () => {
  acme = await createTenant(testServer())
  strict = await createTenant(testServer())
  await refuse(strict)
})

/** Has the workspace refuse, and puts it in a time zone. */
async function refuse({ acme: { id }, acme: workspace }: Tenant, timezone = 'America/New_York') {
  await (
    await signInToApi(testServer().url, workspace)
  )('mutation { setDisclosure(mode: refuse) { disclosure } }')
  await anyWorkspace.workspace.update({ where: { id }, data: { timezone } })
}

const COMPLETE = 'Begin with: "I am an AI assistant calling on behalf of {{company}}. This call is recorded." Then ask whether the parcel has arrived.'
const create = async ({ key }: Tenant, fields: object): Promise<number> =>
  (await key.post('/agents', { name: 'Ada', voice_id: '11labs-Adrian', system_prompt: 'Be kind.', ...fields })).body.id
const publish = async (tenant: Tenant, fields: object) => tenant.key.post(`/agents/${await create(tenant, fields)}/publish`)
const missing = async (tenant: Tenant, fields: object) =>
  (await publish(tenant, fields)).body.disclosure_advisories.map(({ statement }: { statement: string }) => statement)

describe('a workspace that did not choose', () => {
  test('publishes an agent that leaves out the statements, and the response names each with its law and a sentence in the language of the agent', async () => {
    const response = await publish(acme, { lang: 'it-IT' })
    expectResponse('publish_agent', 200, response)
    expect(response.body.disclosure_advisories).toMatchObject([
      { statement: 'ai', field: 'system_prompt', laws: [expect.stringContaining('art. 50(1)')], sentence: 'Sono un assistente virtuale, un’IA.' },
      { statement: 'caller', laws: [expect.stringContaining('47 CFR 64.1200(b)(1)'), expect.stringContaining('FCC 24-17')] },
      { statement: 'recording', laws: [expect.stringMatching(/^IT: /)], sentence: 'Questa chiamata viene registrata.' },
    ])
  })

  test('gets no advisory for an agent that makes the statements in its prompt', async () => {
    expect(await missing(acme, { system_prompt: COMPLETE })).toEqual([])
  })

  test('gets none about recording where the agent does not record, and where the law demands or permits no announcement', async () => {
    expect(await missing(acme, { recording_enabled: false })).toEqual(['ai', 'caller'])
    expect(await missing(acme, { lang: 'de-DE' })).toEqual(['ai', 'caller'])
    expect(await missing(acme, { lang: 'ja-JP' })).toEqual(['ai', 'caller'])
  })

  test('gets one about recording that names no country for a language without one, as long as none is known', async () => {
    const { body } = await publish(acme, { lang: 'en' })
    expect(body.disclosure_advisories.at(-1)).toMatchObject({ statement: 'recording', laws: [expect.stringMatching(/^In most countries/)] })
  })

  test('gets one about recording for the countries of the leads that the agent calls, whatever its language', async () => {
    const id = await create(acme, { lang: 'de-DE' })
    await createCampaign(acme.acme.id, id, { phones: ['+390612345678', '+390612345679', '+4930123456', '+12125550100'] })
    const { body } = await acme.key.post(`/agents/${id}/publish`)
    expect(body.disclosure_advisories.at(-1)).toMatchObject({ statement: 'recording', laws: [expect.stringMatching(/^IT: /), expect.stringMatching(/^US: /)] })
  })

  test('gets the sentence in English for an agent of another language', async () => {
    const { body } = await publish(acme, { lang: 'sv-SE' })
    expect(body.disclosure_advisories[0].sentence).toBe('I’m an AI assistant.')
  })
})

describe('a workspace that refuses', () => {
  test('gets 422 with each statement as a problem, and the agent stays unpublished', async () => {
    const id = await create(strict, { lang: 'en-US' })
    const { status, body } = await strict.key.post(`/agents/${id}/publish`)
    expect(status).toBe(422)
    expect(body.detail).toMatchObject({
      error: 'agent_not_publishable',
      problems: [{ field: 'system_prompt', reason: expect.stringContaining('Add a sentence such as') }, { reason: expect.stringContaining('US: ') }],
    })
    expect((await strict.key.get(`/agents/${id}`)).body.is_published).toBe(false)
  })

  test('publishes an agent whose first message makes the statements, and lists its problems until then', async () => {
    const graphql = await signInToApi(testServer().url, strict.acme)
    const id = await create(strict, { lang: 'en-US' })
    const read = async () => (await graphql('query($id: ID!) { agent(id: $id) { problems { field } disclosureAdvisories { statement } } }', { id })).agent
    expect(await read()).toMatchObject({ problems: [{}, {}], disclosureAdvisories: [{}, {}, {}] })
    const firstMessage = 'Hi, this is Ada, an AI assistant from {{company}}, on a recorded line. How are you?'
    await graphql('mutation($id: ID!, $input: AgentChanges!) { updateAgent(id: $id, input: $input) { id } }', { id, input: { firstMessage } })
    expect(await read()).toEqual({ problems: [], disclosureAdvisories: [] })
    expect((await strict.key.post(`/agents/${id}/publish`)).status).toBe(200)
  })

  test('refuses only what the law of a country demands that the agent calls, or else of the workspace', async () => {
    const [german, unknown] = [await createTenant(testServer()), await createTenant(testServer())]
    await refuse(german, 'Europe/Berlin')
    await refuse(unknown, 'UTC')
    const reasonsOf = async (tenant: Tenant, id: number) =>
      ((await tenant.key.post(`/agents/${id}/publish`)).body.detail?.problems ?? []).map(({ reason }: { reason: string }) => reason.split('.')[0])
    const NO_AI = 'The agent does not say that it is an AI'
    const NO_CALLER = 'The agent does not say on whose behalf it calls'
    expect(await reasonsOf(german, await create(german, { lang: 'en-US' }))).toEqual([NO_AI])
    const calling = await create(german, { lang: 'de-DE' })
    await createCampaign(german.acme.id, calling, { phones: ['+12125550100'] })
    expect(await reasonsOf(german, calling)).toEqual([NO_CALLER, 'The agent does not say that the call is recorded'])
    const ended = await create(german, { lang: 'de-DE' })
    await createCampaign(german.acme.id, ended, { phones: ['+12125550101'], campaign: { status: 'completed' } })
    expect(await reasonsOf(german, ended)).toEqual([NO_AI])
    const { status, body } = await unknown.key.post(`/agents/${await create(unknown, { lang: 'en-US' })}/publish`)
    expect([status, body.disclosure_advisories.length]).toEqual([200, 3])
  })

  test('refuses in the same words to an AI client', async () => {
    const { token } = await addConnectedApp(testServer(), strict.acme.id)
    const answer = await callTool(testServer(), token, 'publish_agent', { agent_id: await create(strict, { lang: 'en-US' }) })
    expect(JSON.stringify(answer)).toContain('The agent does not say on whose behalf it calls.')
  })
})

test('owners and admins choose the mode, and other members do not', async () => {
  const owner = await signInToApi(testServer().url, acme.acme)
  const set = 'mutation { setDisclosure(mode: advise) { disclosure } }'
  const [admin, member] = await Promise.all(
    (['admin', 'member'] as const).map((role) => inviteAndSignUp(testServer().url, owner, { email: `${role}@disclosure.example`, role })),
  )
  await expect((await signInToApi(testServer().url, { ...acme.acme, ...admin }))(set)).resolves.toMatchObject({ setDisclosure: { disclosure: 'advise' } })
  await expect((await signInToApi(testServer().url, { ...acme.acme, ...member }))(set)).rejects.toThrow('privacy:write')
})
