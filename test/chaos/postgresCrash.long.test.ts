import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, type Product } from '../kit/server/product.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { ENDED, expectExactBooks } from './books.ts'
import { numbers } from './campaignKit.ts'

const LEADS = 60

let server: Product
let hooks: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  server = await createProduct({ SIMULATOR_SPEED: '10', CALLING_HOURS: 'off', LOG_LEVEL: 'fatal' })
  hooks = await startReceiver()
  await server.start()
})
afterAll(async () => {
  await server?.end()
  await hooks?.close()
})

const urlOf = () => (JSON.parse(readFileSync(join(server.dataDir, 'postgres.json'), 'utf8')) as { url: string }).url
/** Each question has a connection of its own, because PostgreSQL ends. */
async function ask<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlOf() })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end().catch(() => {})
  }
}
const isTrue = async (condition: string) => (await ask<{ holds: boolean }>(`select (${condition}) as holds`).catch(() => []))[0]?.holds === true
const MID_CALL = 'select count(distinct call_id) >= 3 from live_transcript_lines'

/** Kills one of PostgreSQL's processes. The first process then ends all others and recovers from the log, as after a crash of the whole. */
async function crashWithin() {
  await waitFor('calls with a live transcript', () => isTrue(MID_CALL))
  const checkpointer = (await ask<{ pid: number }>("select pid from pg_stat_activity where backend_type = 'checkpointer'"))[0]!.pid
  process.kill(checkpointer, 'SIGKILL')
  await waitFor('the recovery of PostgreSQL', () =>
    isTrue(`select exists (select from pg_stat_activity where backend_type = 'checkpointer' and pid <> ${checkpointer})`),
  )
  await waitFor('the events to be restored', () => isTrue('select exists (select from unlogged_marker)'))
}

/** Kills PostgreSQL's first process and all others, and the server, as a power failure does, and starts the server again. */
async function crashWhole() {
  await waitFor('calls with a live transcript', () => isTrue(MID_CALL))
  const pids = (await ask<{ pid: number }>('select pid from pg_stat_activity where pid is not null')).map(({ pid }) => pid)
  const first = Number(readFileSync(join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const killed = server.kill('SIGKILL')
  for (const pid of [first, ...pids])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  await killed
  await server.start()
}

/** Starts a campaign that calls these numbers, half of which talk. */
async function startCampaign(agentId: number, phones: readonly string[]) {
  const key = server.client()
  const { id } = (await key.post('/campaigns', { name: 'Crash', agent_ref_id: agentId })).body
  const settings = { concurrency: 12, maxAttempts: 1, failureRateWindow: 1000 }
  await key.gql('mutation ($id: ID!, $input: CampaignSettingsInput!) { updateCampaignSettings(campaignId: $id, input: $input) { id } }', {
    id,
    input: settings,
  })
  const talking = phones.map((phone, index) => (index % 2 === 0 ? phone.replace(/\d{4}$/, '0100') : phone))
  const leads = [...new Set(talking)].map((phone_number, index) => ({ phone_number, name: `Lead ${index}` }))
  expect((await key.post(`/campaigns/${id}/leads`, { leads })).body).toMatchObject({ errors: [] })
  expect((await key.post(`/campaigns/${id}/start`)).status).toBe(200)
}

/** Calls 60 leads, while PostgreSQL crashes three times with calls in the middle of their conversation: each time, there is a campaign that has just started. */
test('when PostgreSQL is killed under a running campaign, no call is lost, doubled or unpaid, and no finished call lacks its transcript', async () => {
  const key = server.client()
  await key.put('/webhooks', { url: hooks.url })
  const { id: agentId } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: 'Be brief.' })).body
  expect((await key.post(`/agents/${agentId}/publish`)).status).toBe(200)

  for (const [index, crash] of [crashWithin, crashWhole, crashWithin].entries()) {
    await startCampaign(agentId, numbers(LEADS).slice((index * LEADS) / 3, ((index + 1) * LEADS) / 3))
    await crash()
  }

  await waitFor('the campaigns to end', () => isTrue("select not exists (select from campaigns where status <> 'completed')"), 240_000)
  await waitFor('every call to be closed', () => isTrue('select not exists (select from calls where finished_at is null)'), 120_000)
  await waitFor('all stored events to be processed', () => isTrue('select not exists (select from pending_provider_events)'))
  const calls = await expectExactBooks(server)
  expect(calls.filter(({ status }) => !ENDED.includes(status))).toEqual([])
  await waitFor('every report', () => calls.every((call) => hooks.received.some(({ body }) => body.id === String(call.id))))
  const talked = calls.filter(({ status }) => status === 'completed')
  expect(talked.length).toBeGreaterThan(LEADS / 4)
  const spoken = new Set((await ask<{ id: number }>('select call_id as id from call_details where jsonb_array_length(transcript) > 2')).map((row) => row.id))
  expect(talked.filter((call) => !spoken.has(call.id))).toEqual([])
})
