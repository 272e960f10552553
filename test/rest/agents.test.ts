import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { expectResponse, errorsIn } from './responses.ts'

const testServer = useTestServer()
let key: Client
let other: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
  other = await (await testServer().workspace()).key()
})
const create = async (fields: object = {}, client = key): Promise<number> => (await client.post('/agents', { name: 'Ada', ...fields })).body.id

const FULL = {
  name: 'Ada',
  lang: 'it-IT',
  voice_engine: 'vapi',
  voice_id: 'voice-1',
  model: 'gpt-4.1',
  system_prompt: 'Be kind.',
  general_tools: [{ type: 'end_call', inner_keys: { keepCamel: 1, keep_snake: 2 } }],
  post_call_analysis_data: [{ name: 'wants_offer', type: 'boolean', description: 'x' }],
  default_variables: { company: 'Rossi', keepCamel: '', keep_snake: 'x' },
  recording_enabled: false,
  is_active: true,
}

describe('creating', () => {
  test('returns the summary with everything that was sent', async () => {
    const response = await key.post('/agents', { ...FULL, unknown_field: 1 })
    expectResponse('create_agent', 201, response)
    expect(response.body).toEqual({ id: expect.any(Number), name: 'Ada', lang: 'it-IT', voice_engine: 'vapi', is_active: true, is_published: false })
    expect((await key.get(`/agents/${response.body.id}`)).body).toMatchObject(FULL)
  })

  test('only needs a name, and the rest has the documented defaults', async () => {
    const response = await key.get(`/agents/${await create({ lang: null })}`)
    expectResponse('get_agent', 200, response)
    expect(response.body).toMatchObject({
      name: 'Ada',
      lang: 'en-US',
      voice_engine: 'retell',
      voice_id: null,
      general_tools: [],
      post_call_analysis_data: [],
      system_prompt: null,
      is_active: true,
      recording_enabled: true,
      is_published: false,
      provider_agent_id: null,
      published_at: null,
    })
    expect(response.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test.each(
    (
      [
        [{}, ['name'], 'value_error.missing'],
        [{ name: null }, ['name'], 'type_error.none.not_allowed'],
        [{ name: 5 }, ['name'], 'type_error.string'],
        [{ name: '' }, ['name'], 'value_error.str.min_length'],
        [{ name: 'x'.repeat(201) }, ['name'], 'value_error.str.max_length'],
        [{ name: 'x', lang: 'not a tag' }, ['lang'], 'value_error.language'],
        [{ name: 'x', voice_engine: 'other' }, ['voice_engine'], 'type_error.enum'],
        [{ name: 'x', general_tools: {} }, ['general_tools'], 'type_error.list'],
        [{ name: 'x', general_tools: ['y'] }, ['general_tools', 0], 'type_error.dict'],
        [{ name: 'x', is_active: 'yes' }, ['is_active'], 'type_error.bool'],
        [{ name: 'x', system_prompt: 'x'.repeat(100_001) }, ['system_prompt'], 'value_error.str.max_length'],
      ] as [object, (string | number)[], string][]
    ).map(([body, loc, type]) => [loc.join('.'), type, body, loc] as [string, string, object, (string | number)[]]),
  )('%s returns %s', async (_name, type, body, loc) => {
    expect(errorsIn(await key.post('/agents', body))[0]).toEqual({ loc: ['body', ...loc], msg: expect.any(String), type })
  })

  test('one response names every invalid field', async () => {
    expect(errorsIn(await key.post('/agents', { lang: 5, is_active: 5 })).map(({ loc }) => loc[1])).toEqual(['name', 'lang', 'is_active'])
  })

  test('internal field names are not accepted', async () => {
    const id = await create({ voiceEngine: 'vapi', isActive: false })
    expect((await key.get(`/agents/${id}`)).body).toMatchObject({ voice_engine: 'retell', is_active: true })
  })
})

describe('changing', () => {
  test('changes only the fields sent, and returns the whole agent', async () => {
    const id = await create(FULL)
    const before = (await key.get(`/agents/${id}`)).body
    const response = await key.patch(`/agents/${id}`, { name: 'Grace', voice_id: null })
    expectResponse('update_agent', 200, response)
    expect(response.body).toEqual({ ...before, name: 'Grace', voice_id: null, updated_at: response.body.updated_at })
    expect((await key.get(`/agents/${id}`)).body).toEqual(response.body)
  })

  test.each([undefined, {}, { unknown_field: 1 }])('%j changes no field and returns 400', async (body) => {
    expect(await key.patch(`/agents/${await create()}`, body)).toMatchObject({ status: 400, body: { detail: 'No fields to update' } })
  })

  test('an invalid field returns 422 and changes nothing', async () => {
    const id = await create()
    expect(errorsIn(await key.patch(`/agents/${id}`, { name: 'Grace', lang: 5 }))[0]).toMatchObject({ loc: ['body', 'lang'], type: 'type_error.string' })
    expect((await key.get(`/agents/${id}`)).body.name).toBe('Ada')
  })
})

describe('publishing', () => {
  test('returns the published agent, and a later change waits for the next publish', async () => {
    const id = await create({ voice_id: 'voice-1' })
    const response = await key.post(`/agents/${id}/publish`)
    expectResponse('publish_agent', 200, response)
    expect(response.body).toMatchObject({ id, status: 'published', is_published: true, provider_agent_id: expect.any(String), has_unpublished_changes: false })
    expect((await key.patch(`/agents/${id}`, { name: 'Grace' })).body).toMatchObject({ is_published: true, has_unpublished_changes: true })
    expect((await key.post(`/agents/${id}/publish`)).body).toMatchObject({ name: 'Grace', has_unpublished_changes: false })
  })

  test("an inactive agent returns 422 with a sentence, and one that the provider can't express returns 422 with every field and reason", async () => {
    const inactive = await key.post(`/agents/${await create({ voice_id: 'voice-1', is_active: false })}/publish`)
    expect(inactive).toMatchObject({ status: 422, body: { detail: 'The agent is archived (inactive). Unarchive it before you publish it.' } })
    const { status, body } = await key.post(`/agents/${await create({ model: 'no-such-model' })}/publish`)
    expect(status).toBe(422)
    const { error, message, problems } = body.detail as { error: string; message: string; problems: { field: string; reason: string }[] }
    expect(error).toBe('agent_not_publishable')
    expect(problems.map(({ field }) => field).sort()).toEqual(['model', 'voice_id'])
    expect(message).toBe(`Agent could not be published, check its configuration: ${problems.map(({ field, reason }) => `${field}: ${reason}`).join('; ')}`)
  })

  test.each([
    ['an unknown type', { name: 'x', type: 'date', description: 'x' }, 'post_call_analysis_data[1].type'],
    ['an unknown word', { name: 'x', type: 'string', colour: 'red' }, 'post_call_analysis_data[1].colour'],
    ['a preset with another definition', { name: 'call_summary', type: 'system-presets', description: 'In rhyme.' }, 'post_call_analysis_data[1].description'],
    ['no name', { type: 'string', description: 'x' }, 'post_call_analysis_data[1].name'],
    ['an empty enum', { name: 'x', type: 'enum', choices: [] }, 'post_call_analysis_data[1].choices'],
  ])("a post-call question that can't be asked is never dropped silently: %s", async (_what, item, field) => {
    const preset = { name: 'call_successful', type: 'system-presets' }
    for (const voice_engine of ['retell', 'vapi']) {
      const { status, body } = await key.post(`/agents/${await create({ voice_engine, voice_id: 'Elliot', post_call_analysis_data: [preset, item] })}/publish`)
      expect([status, body.detail.problems?.map((problem: { field: string }) => problem.field)]).toEqual([422, [field]])
    }
  })

  test('questions in the format of either provider or of JSON Schema reach the provider completely', async () => {
    const post_call_analysis_data = [
      { name: 'call_summary', type: 'system-presets' },
      { name: 'day', type: 'string', description: 'Which day?', examples: ['Monday'], conditional_prompt: 'they agreed' },
      { name: 'mood', enum: ['good', 'bad'], required: true },
      { name: 'wishes', type: 'array', items: { type: 'string' }, description: 'What do they want?' },
      { name: 'age', type: 'integer', minimum: 18 },
    ]
    for (const voice_engine of ['retell', 'vapi']) {
      const name = `Items ${voice_engine}`
      expect((await key.post(`/agents/${await create({ name, voice_engine, voice_id: 'Elliot', post_call_analysis_data })}/publish`)).status).toBe(200)
      const requests = (await (await fetch(`${testServer().running.simulator!.url}/simulator/requests`)).json()) as { body: object }[]
      const property = requests.map(({ body }) => JSON.stringify(body)).find((body) => body.includes(name) && body.includes('Which day?'))!
      for (const words of ['Monday', 'they agreed', 'good', 'bad', 'An answer is required', 'What do they want?', 'age']) expect(property).toContain(words)
      expect(property).not.toContain('call_summary')
    }
  })

  test('a provider that is down returns 502', async () => {
    expect(await key.post(`/agents/${await create({ voice_id: 'voice-unavailable' })}/publish`)).toMatchObject({
      status: 502,
      body: { detail: expect.any(String) },
    })
  })
})

test('an archived agent stays readable, is inactive, and is listed only on request', async () => {
  const id = await create()
  expectResponse('delete_agent', 204, await key.delete(`/agents/${id}`))
  expect((await key.get(`/agents/${id}`)).body.is_active).toBe(false)
  const listed = async (query: string) => (await key.get(`/agents?limit=100${query}`)).body.items.some((agent: { id: number }) => agent.id === id)
  expect([await listed(''), await listed('&is_active=true'), await listed('&is_active=false'), await listed('&is_active=0')]).toEqual([
    false,
    false,
    true,
    true,
  ])
})

describe('lists', () => {
  test('have the same page in both published forms', async () => {
    await create()
    await create()
    const response = await key.get('/agents?limit=1')
    expectResponse('list_agents', 200, response)
    expect(response.body).toEqual({ items: response.body.data, data: [expect.any(Object)], has_more: true, next_cursor: String(response.body.items[0].id) })
  })

  test('return every row once while rows are added, and end with null', async () => {
    const client = await (await testServer().workspace()).key()
    const createdIds: number[] = []
    for (let n = 0; n < 7; n++) createdIds.push(await create({ name: `agent ${n}` }, client))
    const listedIds: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await client.get(`/agents?limit=3${cursor && `&cursor=${cursor}`}`)
      listedIds.push(...body.items.map((agent: { id: number }) => agent.id))
      cursor = body.next_cursor
      expect(body.has_more).toBe(cursor !== null)
      await create({ name: 'late' }, client)
    }
    expect(listedIds).toEqual(createdIds.reverse())
  })

  test('accept the last ID of a page as a cursor, even if its row has left the list', async () => {
    const [first, second, third] = [await create(), await create(), await create()]
    await key.delete(`/agents/${second}`)
    const ids = (await key.get(`/agents?cursor=${second}&limit=1`)).body.items.map((agent: { id: number }) => agent.id)
    expect(ids).toEqual([first])
    expect((await key.get('/agents?limit=1')).body.items[0].id).toBe(third)
  })

  test('have 20 rows by default', async () => {
    for (let n = 0; n < 21; n++) await create()
    expect((await key.get('/agents')).body.items).toHaveLength(20)
    expect((await key.get('/agents?limit=100')).body.items.length).toBeGreaterThan(20)
  })

  test.each([
    ['limit=0', 'limit', 'value_error.number.not_ge'],
    ['limit=-1', 'limit', 'value_error.number.not_ge'],
    ['limit=101', 'limit', 'value_error.number.not_le'],
    ['limit=1000000000', 'limit', 'value_error.number.not_le'],
    ['limit=', 'limit', 'type_error.integer'],
    ['limit=10abc', 'limit', 'type_error.integer'],
    ['limit=1.5', 'limit', 'type_error.integer'],
    ['limit=1e1', 'limit', 'type_error.integer'],
    ['limit=1&limit=2', 'limit', 'type_error.integer'],
    ['cursor=nonsense', 'cursor', 'value_error.cursor'],
    ['cursor=-1', 'cursor', 'value_error.cursor'],
    ['cursor=', 'cursor', 'value_error.cursor'],
    ['cursor=1&cursor=2', 'cursor', 'type_error.string'],
    ['is_active=maybe', 'is_active', 'type_error.bool'],
  ])('refuse ?%s', async (query, name, type) => {
    expect(errorsIn(await key.get(`/agents?${query}`))).toEqual([{ loc: ['query', name], msg: expect.any(String), type }])
  })

  test('ignore unknown parameters', async () => {
    expect((await key.get('/agents?limit=1&color=blue')).status).toBe(200)
  })
})

test("another workspace's agent returns the same 404 as one that never existed, and is unchanged", async () => {
  const id = await create({ voice_id: 'voice-1' })
  const unknown = { status: 404, body: { detail: 'Agent not found' } }
  for (const client of [other, key]) {
    const target = client === other ? id : 2_000_000_000
    expect(await client.get(`/agents/${target}`)).toMatchObject(unknown)
    expect(await client.patch(`/agents/${target}`, { name: 'Mine' })).toMatchObject(unknown)
    expect(await client.post(`/agents/${target}/publish`)).toMatchObject(unknown)
    expect(await client.delete(`/agents/${target}`)).toMatchObject(unknown)
  }
  expect((await other.get('/agents?limit=100')).body.items).toEqual([])
  expect((await key.get(`/agents/${id}`)).body).toMatchObject({ name: 'Ada', is_active: true, is_published: false })
})
