import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/schema/index.ts'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { waitForRetiredAgents } from '../kit/waiting/retiredAgents.ts'

const testServer = useTestServer()
let key: Client
let reader: Client
let other: Client
let id: number
beforeAll(async () => {
  const acme = await testServer().workspace()
  key = await acme.key()
  reader = await acme.key('agents:read')
  other = await (await testServer().workspace()).key()
  id = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: 'Be kind.' })).body.id
  await key.post(`/agents/${id}/publish`)
  await key.patch(`/agents/${id}`, { name: 'Grace', voice_engine: 'vapi', post_call_analysis_data: [{ name: 'age', type: 'integer' }] })
  await key.post(`/agents/${id}/publish`)
  await key.patch(`/agents/${id}`, { system_prompt: 'Be brief.' })
})

const versions = async (page: object = {}, client = key) =>
  (
    await client.gql<any>(
      `query($id: ID!, $first: Int, $after: String) { agent(id: $id) { versions(first: $first, after: $after) {
        nodes { number status voiceEngine isCurrent publishedAt publishedBy { type name } } pageInfo { hasNextPage endCursor } } } }`,
      { id, ...page },
    )
  ).agent.versions
const diff = async (range: { from?: number; to?: number } = {}, client = key) =>
  (
    await client.gql<any>('query($id: ID!, $from: Int, $to: Int) { agentVersionDiff(agentId: $id, from: $from, to: $to) { field before after } }', {
      id,
      ...range,
    })
  ).agentVersionDiff

describe('the version history of an agent', () => {
  test('has every publish, newest first, with its author and which version calls use', async () => {
    const publishedBy = { type: 'api_key', name: 'test' }
    expect((await versions({}, reader)).nodes).toEqual([
      { number: 2, status: 'published', voiceEngine: 'vapi', isCurrent: true, publishedAt: expect.any(String), publishedBy },
      { number: 1, status: 'published', voiceEngine: 'retell', isCurrent: false, publishedAt: expect.any(String), publishedBy },
    ])
  })

  test('has pages', async () => {
    const first = await versions({ first: 1 })
    expect(first).toMatchObject({ nodes: [{ number: 2 }], pageInfo: { hasNextPage: true } })
    expect(await versions({ first: 1, after: first.pageInfo.endCursor })).toMatchObject({ nodes: [{ number: 1 }], pageInfo: { hasNextPage: false } })
  })

  const fields = Object.values((schema.getType('AgentVersion') as GraphQLObjectType).getFields()).map((field) => {
    const inner = getNamedType(field.type)
    return [isLeafType(inner) ? field.name : `${field.name} { ${Object.keys((inner as GraphQLObjectType).getFields()).join(' ')} }`] as const
  })
  test.each(fields)('returns for %s alone what the version itself returns', async (field) => {
    const { agent } = await key.gql<any>(`query($id: ID!) { agent(id: $id) { versions { nodes { ${field} } } } }`, { id })
    const { agentVersion } = await key.gql<any>(`query($id: ID!) { agentVersion(agentId: $id, number: 1) { ${field} } }`, { id })
    expect(agent.versions.nodes[1]).toEqual(agentVersion)
  })

  test('has each published configuration, with the field names of REST', async () => {
    const { agentVersion } = await key.gql<any>('query($id: ID!) { agentVersion(agentId: $id, number: 1) { settings } }', { id })
    expect(agentVersion.settings).toMatchObject({
      name: 'Ada',
      voice_engine: 'retell',
      system_prompt: 'Be kind.',
      ring_timeout_seconds: 30,
      max_duration_seconds: 600,
    })
  })
})

describe('a comparison', () => {
  test('of two versions lists each changed setting with both values', async () => {
    expect(await diff({ from: 1, to: 2 })).toEqual([
      { field: 'name', before: 'Ada', after: 'Grace' },
      { field: 'voice_engine', before: 'retell', after: 'vapi' },
      { field: 'post_call_analysis_data', before: [], after: [{ name: 'age', type: 'integer' }] },
    ])
    expect(await diff({ from: 2, to: 2 })).toEqual([])
  })

  test('without arguments compares the published version with the draft', async () => {
    expect(await diff()).toEqual([{ field: 'system_prompt', before: 'Be kind.', after: 'Be brief.' }])
    expect((await diff({ from: 1 })).map(({ field }: { field: string }) => field)).toEqual(['name', 'voice_engine', 'system_prompt', 'post_call_analysis_data'])
  })

  test.each([{ from: 3 }, { from: 1, to: 99 }, { from: 0 }, { from: -1 }])('with a missing version returns NOT_FOUND: %j', async (range) => {
    await expect(diff(range)).rejects.toMatchObject({ extensions: { code: 'NOT_FOUND' } })
  })
})

describe('restoring', () => {
  const restore = (number: number, client = key) =>
    client.gql<any>(
      'mutation($id: ID!, $number: Int!) { restoreAgentVersion(agentId: $id, number: $number) { name isActive voiceEngine hasUnpublishedChanges } }',
      {
        id,
        number,
      },
    )

  test("replaces the draft, sends nothing to the provider, and doesn't affect calls until the next publish", async () => {
    const requests = async () => ((await (await fetch(`${testServer().running.simulator!.url}/simulator/requests`)).json()) as unknown[]).length
    // The publish to the second provider retired what the first one has, which is deleted there in the background.
    await waitForRetiredAgents()
    const before = await requests()
    expect((await restore(1)).restoreAgentVersion).toEqual({ name: 'Ada', isActive: true, voiceEngine: 'retell', hasUnpublishedChanges: true })
    expect(await requests()).toBe(before)
    expect((await versions()).nodes[0]).toMatchObject({ number: 2, isCurrent: true })
    expect(await diff({ from: 1 })).toEqual([])
    expect((await restore(2)).restoreAgentVersion).toMatchObject({ name: 'Grace', hasUnpublishedChanges: false })
    expect((await key.get(`/agents/${id}`)).body.system_prompt).toBe('Be kind.')
  })

  test('needs agents:write and an existing version', async () => {
    await expect(restore(1, reader)).rejects.toMatchObject({ extensions: { code: 'FORBIDDEN' } })
    await expect(restore(99)).rejects.toMatchObject({ extensions: { code: 'NOT_FOUND' } })
  })
})

test("another workspace's versions look like missing ones", async () => {
  await expect(diff({ from: 1 }, other)).rejects.toMatchObject({ extensions: { code: 'NOT_FOUND' } })
  await expect(other.gql('query($id: ID!) { agentVersion(agentId: $id, number: 1) { id } }', { id })).rejects.toMatchObject({
    extensions: { code: 'NOT_FOUND' },
  })
  await expect(other.gql('mutation($id: ID!) { restoreAgentVersion(agentId: $id, number: 1) { id } }', { id })).rejects.toMatchObject({
    extensions: { code: 'NOT_FOUND' },
  })
})

describe('advanced settings', () => {
  const SETTINGS = 'firstMessage voicemailMessage maxDurationSeconds ringTimeoutSeconds'
  const create = (input: object) =>
    key.gql<any>(`mutation($input: AgentInput!) { createAgent(input: $input) { id ${SETTINGS} } }`, { input: { name: 'Ada', ...input } })

  test('have defaults, can be set, and return to their defaults with null', async () => {
    const { createAgent } = await create({ firstMessage: 'Hello!', maxDurationSeconds: 3600, ringTimeoutSeconds: 5 })
    expect(createAgent).toEqual({ id: createAgent.id, firstMessage: 'Hello!', voicemailMessage: null, maxDurationSeconds: 3600, ringTimeoutSeconds: 5 })
    const { updateAgent } = await key.gql<any>(`mutation($id: ID!, $input: AgentChanges!) { updateAgent(id: $id, input: $input) { ${SETTINGS} } }`, {
      id: createAgent.id,
      input: { firstMessage: null, voicemailMessage: 'Call us back.', maxDurationSeconds: null, ringTimeoutSeconds: null },
    })
    expect(updateAgent).toEqual({ firstMessage: null, voicemailMessage: 'Call us back.', maxDurationSeconds: 600, ringTimeoutSeconds: 30 })
  })

  test.each([
    { firstMessage: 'x'.repeat(2001) },
    { voicemailMessage: '' },
    { maxDurationSeconds: 59 },
    { maxDurationSeconds: 3601 },
    { ringTimeoutSeconds: 4 },
    { ringTimeoutSeconds: 121 },
  ])('beyond their limits are refused: %j', async (input) => {
    await expect(create(input)).rejects.toMatchObject({
      extensions: { code: 'UNPROCESSABLE_ENTITY', detail: [{ loc: ['body', 'input', Object.keys(input)[0]] }] },
    })
  })

  test('are not fields of the REST API', async () => {
    const { body } = await key.post('/agents', { name: 'Ada', first_message: 'Hello!', max_duration_seconds: 60 })
    const { agent } = await key.gql<any>(`query($id: ID!) { agent(id: $id) { ${SETTINGS} } }`, { id: body.id })
    expect(agent).toEqual({ firstMessage: null, voicemailMessage: null, maxDurationSeconds: 600, ringTimeoutSeconds: 30 })
    expect((await key.get(`/agents/${body.id}`)).body).not.toHaveProperty('first_message')
  })
})
