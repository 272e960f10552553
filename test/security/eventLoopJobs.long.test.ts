import { beforeAll, describe, expect, test } from 'vitest'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { waitForReport } from '../kit/fixtures/reports.ts'
import { jsonPieces, signedAsRetell, useLoop } from './eventLoop.ts'

/** The longest work of jobs and of publishing, from the request that causes it until it is done. */
const loop = useLoop()
const ids = { agent: 0, campaign: 0 }
beforeAll(async () => {
  const agent = await loop.key().post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: '{{a}} '.repeat(10_000).slice(0, 50_000) })
  ids.agent = agent.body.id
  ids.campaign = (await loop.key().post('/campaigns', { name: 'Autumn' })).body.id
})

describe.runIf(process.platform === 'linux')('no request is blocked', () => {
  test('while an agent with long instructions is published', () =>
    loop.keepsNobodyWaiting(async () => expect((await loop.key().post(`/agents/${ids.agent}/publish`)).status).toBe(200)))

  /** Waits for a call to be placed, and for the job that stores its 13,000 lines. A slow result is repeated. */
  test("while a provider's webhook delivers the longest conversation, and the job stores it", async () => {
    const { simulator } = loop.server().demo()
    const readSimulator = async <T>(path: string) => (await (await fetch(`${simulator!.url}/simulator/${path}`)).json()) as T
    const requests = await readSimulator<{ path: string; body: { webhook_url?: string } | null }[]>('requests')
    const address = new URL(requests.findLast(({ path, body }) => path === '/retell/create-agent' && body?.webhook_url)!.body!.webhook_url!)
    let place = 0
    await loop.keepsNobodyWaiting(async () => {
      const to_number = `+1415${5_550_000 + place++ * 1_000 + 113}`
      const call = await loop.key().post('/calls', { to_number, agent_id: ids.agent })
      expect(call.status).toBe(202)
      const { calls } = await waitFor('the call', async () => {
        const state = await readSimulator<{ calls: { id: string; to: string }[] }>('state')
        return state.calls.some(({ to }) => to === to_number) && state
      })
      const line = { role: 'agent', content: 'word '.repeat(60), words: [{ word: 'word', start: 1 }] }
      const update = { call_id: calls.find(({ to }) => to === to_number)!.id, call_status: 'ongoing', transcript_object: Array(13_000).fill(line) }
      const body = jsonPieces({ event: 'call_ended', call: update })
      const headers = signedAsRetell(simulator!.retell_api_key, body)
      expect((await loop.send({ path: address.pathname, headers, body })).status).toBe(204)
      await waitFor('the lines', async () => ((await loop.key().get(`/calls/${call.body.id}`)).body.transcript ?? []).length > 100)
    })
  })

  /** Waits for 20,000 leads to be imported, and for a workbook of them to be written. */
  test('while a large lead file is imported, and exported', async () => {
    const { key } = loop
    const rows = Array.from({ length: 20_000 }, (_, at) => `+1${4_155_550_000 + at},Rosa ${at},${'x'.repeat(400)}`)
    const upload = 'mutation ($id: ID!, $input: LeadFile!) { file: uploadLeads(campaignId: $id, input: $input) { import { id } } }'
    const run = 'mutation ($id: ID!) { runLeadImport(id: $id, input: { mapping: { phone_number: "phone" } }) { id } }'
    const response = await key().post('/campaigns', { name: 'Winter' })
    const input = { fileName: 'leads.csv', format: 'csv', content: `phone,name,notes\n${rows.join('\n')}` }
    const { file } = await key().gql<{ file: { import: { id: string } } }>(upload, { id: response.body.id, input })
    await loop.keepsNobodyWaiting(async () => {
      await key()
        .gql(run, { id: file.import.id })
        .catch(() => {})
      await waitFor('the import', async () => {
        const { leadImport } = await key().gql<{ leadImport: { status: string } }>('query ($id: ID!) { leadImport(id: $id) { status } }', {
          id: file.import.id,
        })
        return leadImport.status === 'completed'
      })
    })
    await loop.keepsNobodyWaiting(async () => {
      const report = await key().post('/reports', { type: 'leads', format: 'xlsx', campaign_id: response.body.id })
      expect(report.status).toBe(202)
      expect((await waitForReport(key(), report.body.id)).status).toBe('done')
    })
  })
})
