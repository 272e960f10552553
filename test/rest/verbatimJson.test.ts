import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import type { Client } from '../kit/clients/client.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer()
let key: Client
let place: Awaited<ReturnType<typeof createTenant>>['place']
let agentId: number
const hooks = startReceiver()
beforeAll(async () => {
  ;({ key, place, agentId } = await createTenant(testServer()))
  await key.put('/webhooks', { url: (await hooks).url })
})
afterAll(async () => (await hooks).close())

/** Sends this text as the body. Returns the response as text. */
async function send(method: string, path: string, body?: string) {
  const headers = { 'X-API-Key': key.apiKey, 'Content-Type': 'application/json' }
  const res = await fetch(`${testServer().url}${path.startsWith('/graphql') ? '' : '/api/v1'}${path}`, { method, headers, body })
  const text = await res.text()
  expect(res.status, text).toBeLessThan(300)
  expect(text).not.toContain('\\u0000')
  return text
}
const graphql = (query: string, variables = '{}') => send('POST', '/graphql', `{"query": ${JSON.stringify(query)}, "variables": ${variables}}`)

const name = fc.oneof(
  fc.constantFrom('b', 'a', '10', '9', '2', '1', '01', '-1', 'toJSON', 'length', 'a b', 'é', '\\u00e9', '\\"', '\\/'),
  fc.string({ maxLength: 6 }).map((text) => text.replace(/\W/gu, '_')),
)
const number = fc.oneof(
  fc.constantFrom(
    '1.0',
    '1',
    '-0',
    '-0.0',
    '0.10',
    '1e3',
    '1E+3',
    '100000',
    '2.50E-1',
    '9007199254740991',
    '-9007199254740991',
    '1e-7',
    '0.1000000000000000055511',
  ),
  fc.tuple(fc.integer({ min: -999, max: 999 }), fc.stringMatching(/^\d{1,30}$/)).map(([whole, rest]) => `${whole}.${rest}`),
)
const scalar = fc.oneof(number, fc.constantFrom('true', 'null', '"é\\"\\\\\\n"', '"\\u00e9\\ud83d\\ude00"', '"http:\\/\\/x"', '"1e9999"', '""'))
/** JSON as text, with keys in any order, unusual number formats and spaces. */
const { object } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, tie('object'), tie('list')),
  list: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  object: fc
    .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 5, selector: ([member]) => JSON.parse(`"${member}"`) as string })
    .map((members) => `{ ${members.map(([member, value]) => `"${member}": ${value}`).join(',\n')} }`),
}))

test('custom JSON of an agent is returned as sent, after it is created, changed and published, over REST and GraphQL', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(object, { maxLength: 3 }), fc.array(object, { maxLength: 3 }), async (first, second) => {
      const [tools, others] = [`[${first.join()}]`, `[${second.join()}]`]
      const created = await send('POST', '/agents', `{"name": "Ada", "general_tools": ${tools}}`)
      const { id } = JSON.parse(created)
      expect(await send('GET', `/agents/${id}`)).toContain(`"general_tools":${tools}`)
      const changed = await send('PATCH', `/agents/${id}`, `{"general_tools": ${others}, "post_call_analysis_data": ${tools}}`)
      for (const answer of [changed, await send('GET', `/agents/${id}`), await send('PATCH', `/agents/${id}`, '{"name": "Eve"}')]) {
        expect(answer).toContain(`"general_tools":${others}`)
        expect(answer).toContain(`"post_call_analysis_data":${tools}`)
        JSON.parse(answer)
      }
      const read = await graphql(`{ agent(id: "${id}") { generalTools postCallAnalysisData } }`)
      expect(read).toBe(`{"data":{"agent":{"generalTools":${others},"postCallAnalysisData":${tools}}}}`)
      const update = `mutation ($id: ID!, $input: AgentChanges!) { updateAgent(id: $id, input: $input) { generalTools } }`
      const updated = await graphql(update, `{"id": "${id}", "input": {"generalTools": ${tools}}}`)
      expect(updated).toBe(`{"data":{"updateAgent":{"generalTools":${tools}}}}`)
    }),
    { numRuns: 25 },
  )
})

test('custom fields of leads are returned as sent, when added, changed, listed or exported', async () => {
  const { id } = JSON.parse(await send('POST', '/campaigns', '{"name": "Autumn"}'))
  let nth = 0
  await fc.assert(
    fc.asyncProperty(fc.array(object, { minLength: 1, maxLength: 4 }), object, async (objects, changed) => {
      const phones = objects.map(() => `+1212555${String(2000 + nth++)}`)
      const rows = objects.map((data, at) => `{"phone_number": "${phones[at]}", "external_id": "${phones[at]}", "data": ${data}}`)
      await send('POST', `/campaigns/${id}/leads`, `{"leads": [${rows.join(' , ')}]}`)
      const listed = await send('GET', `/campaigns/${id}/leads?limit=500`)
      for (const data of objects) expect(listed).toContain(`"data":${data}`)
      await send('POST', '/leads:upsert', `{"items": [{"external_id": "${phones[0]}", "data": ${changed}}], "campaign_id": ${id}}`)
      const leads = await graphql(`{ leads(campaignId: "${id}", first: ${objects.length}) { nodes { data } } }`)
      expect(leads).toBe(
        `{"data":{"leads":{"nodes":[${[changed, ...objects.slice(1)]
          .reverse()
          .map((data) => `{"data":${data}}`)
          .join()}]}}}`,
      )
    }),
    { numRuns: 15 },
  )
})

test('custom fields in a body of many megabytes are returned as sent', async () => {
  const { id } = JSON.parse(await send('POST', '/campaigns', '{"name": "Winter"}'))
  const rows = Array.from({ length: 2_000 }, (_, at) => `{"phone_number": "+1212556${1000 + at}", "data": {"2": ${at}.0, "1": "${'x'.repeat(800)}"}}`)
  await send('POST', `/campaigns/${id}/leads`, `{"leads": [${rows.join()}]}`)
  const listed = await send('GET', `/campaigns/${id}/leads?limit=2`)
  expect(listed).toContain('"data":{"2": 1999.0, "1": "xx')
  expect(listed).toContain('"data":{"2": 1998.0, "1": "xx')
})

test('metadata of a call is as sent in the response, the detail, exports and the webhook', async () => {
  const [metadata] = fc.sample(object, 1)
  const metadataText = `{"b": 1.0, "10": "x", "a": [1e2, {"2": 1, "1": ${metadata}}], "b": -0}`
  const placed = await send('POST', '/calls', `{"to_number": "+12125550100", "metadata": ${metadataText}, "agent_id": ${agentId}}`)
  const { id } = JSON.parse(placed)
  expect(placed).toContain(`"metadata":${metadataText}`)
  const delivery = () => anyWorkspace.webhookDelivery.findFirst({ where: { eventId: String(id) } })
  await waitFor('the event', async () => (await delivery())?.status === 'delivered')
  expect(await send('GET', `/calls/${id}`)).toContain(`"metadata":${metadataText}`)
  expect(await graphql(`{ call(id: "${id}") { metadata } }`)).toBe(`{"data":{"call":{"metadata":${metadataText}}}}`)
  expect((await delivery())!.body).toContain(`"metadata":${metadataText}`)
  expect((await hooks).received.map(({ raw }) => raw.toString()).join()).toContain(`"metadata":${metadataText}`)
  for (const [format, written] of [
    ['json', `"metadata":${metadataText}`],
    ['csv', `"${metadataText.replaceAll('"', '""')}"`],
  ] as const) {
    const report = JSON.parse(await send('POST', '/reports', JSON.stringify({ type: 'calls', format, from: '2020-01-01', to: '2100-01-01' })))
    const url = await waitFor('the report', async () => JSON.parse(await send('GET', `/reports/${report.id}`)).download_url)
    expect(await (await fetch(url)).text()).toContain(written)
  }
})

test("a result's cell from its lead's custom fields is formatted as sent", async () => {
  const { id: campaignId } = JSON.parse(await send('POST', '/campaigns', `{"name": "Sums", "display_columns": ["sum", "items", "2"]}`))
  await send(
    'POST',
    `/campaigns/${campaignId}/leads`,
    '{"leads": [{"phone_number": "+12125550100", "data": {"items": {"b": 1.0, "1": 2}, "sum": 12.50, "2": 1e2}}]}',
  )
  const { id: leadId } = JSON.parse(await send('GET', `/campaigns/${campaignId}/leads`)).items[0]
  await send('POST', '/calls', JSON.stringify({ to_number: '+12125550100', agent_id: agentId, campaign_id: campaignId, lead_id: leadId }))
  await waitFor('the result', async () => JSON.parse(await send('GET', `/campaigns/${campaignId}/results`)).items.length === 1)
  const cells = '{"2":1e2,"sum":12.50,"items":{"b": 1.0, "1": 2}}'
  expect(await send('GET', `/campaigns/${campaignId}/results`)).toContain(`"rows":[${cells}]`)
  expect(await graphql(`{ campaignResults(campaignId: "${campaignId}") { rows } }`)).toContain(`"rows":[${cells}]`)
  expect(await send('GET', `/campaigns/${campaignId}/results.json`)).toContain(`"columns":${cells}`)
  expect(await send('GET', `/campaigns/${campaignId}/results.csv`)).toContain(',12.50,"{""b"": 1.0, ""1"": 2}",1e2')
})

test('schemas and analysis of a campaign are returned as sent, over REST and GraphQL, as variables and literals', async () => {
  const schema = (minimum: string) =>
    `{ "type": "object", "properties": {"zone": {"type": "number", "minimum": ${minimum}, "description": "Where?"}, "2": {"type": "string", "description": "b"}, "1": {"type": "string", "description": "a"}} }`
  const config = '{"fields": {"type": "object", "properties": {"zeal": {"type": "number", "maximum": 1e2, "description": "Keen?"}}}}'
  const { id } = JSON.parse(await send('POST', '/campaigns', `{"name": "Autumn", "extraction_schema": ${schema('1.0')}, "analysis_config": ${config}}`))
  const campaign = await send('GET', `/campaigns/${id}`)
  expect(campaign).toContain(`"extraction_schema":${schema('1.0')}`)
  expect(campaign).toContain(`"analysis_config":${config}`)
  for (const answer of [await send('PATCH', `/campaigns/${id}`, `{"extraction_schema": ${schema('2.50')}}`), await send('GET', `/campaigns/${id}`)]) {
    expect(answer).toContain(`"extraction_schema":${schema('2.50')}`)
    expect(answer).toContain(`"analysis_config":${config}`)
  }
  const literal = '{properties: {zone: {type: "number", minimum: 3.00, maximum: 1e3, description: "Where?"}}, type: "object"}'
  const read = '{"properties":{"zone":{"type":"number","minimum":3.00,"maximum":1e3,"description":"Where?"}},"type":"object"}'
  expect(await graphql(`mutation { updateCampaign(id: "${id}", input: {extractionSchema: ${literal}}) { extractionSchema analysisConfig } }`)).toBe(
    `{"data":{"updateCampaign":{"extractionSchema":${read},"analysisConfig":${config}}}}`,
  )
})

test('custom JSON is unchanged over a socket, in both directions', async () => {
  const { id } = JSON.parse(await send('POST', '/agents', '{"name": "Ada"}'))
  const messages: string[] = []
  class Told extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols)
      this.on('message', (data: Buffer) => messages.push(data.toString()))
    }
    override send(data: string, ...others: never[]) {
      super.send(data.replace('"the tools"', '[{"2": 1.0, "1": 1e1}]'), ...others)
    }
  }
  const client = createClient({
    url: `${testServer().url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Told,
    connectionParams: { apiKey: key.apiKey },
    lazy: true,
    retryAttempts: 0,
  })
  const query = `mutation ($tools: JSON) { updateAgent(id: "${id}", input: { generalTools: $tools }) { generalTools } }`
  for await (const { errors } of client.iterate({ query, variables: { tools: 'the tools' } })) expect(errors).toBeUndefined()
  for await (const { errors } of client.iterate({ query: `{ agent(id: "${id}") { generalTools } }` })) expect(errors).toBeUndefined()
  await client.dispose()
  expect(messages.join('\n').match(/"generalTools":.*?\]/g)).toEqual(Array(2).fill('"generalTools":[{"2": 1.0, "1": 1e1}]'))
})

test("an escaped phone number keeps its characters, and a hidden key that can't be stored keeps its value", async () => {
  const placed = await place('+12125550100')
  expect(placed.body.metadata).toEqual({})
  const metadataOf = async (text: string) =>
    /"metadata":(.*?),"recording_(?:advisory|url)"/.exec(
      await send('POST', '/calls', `{"to_number": "+12125550100", "metadata": ${text}, "agent_id": ${agentId}}`),
    )?.[1]
  expect(await metadataOf('{"a":  "\\u0031\\u00e9", "b": 1.0}')).toBe('{"a":  "1é", "b": 1.0}')
  expect(await metadataOf('{"a": {"__proto__": 1}, "a": 1.0}')).toBe('{"a":1}')
  expect(await metadataOf('{"a": "\\u0000", "a": 1.0}')).toBe('{"a":1}')
  expect(await metadataOf('{"a": 1e-9999}')).toBe('{"a":0}')
})
