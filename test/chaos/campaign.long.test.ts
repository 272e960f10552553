import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { client } from '../kit/clients/client.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { startReceiver } from '../kit/fakes/webhookReceiver.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { numbers, quietPlace } from './campaignKit.ts'

const LEADS = 500
const QUIET = 8
const LISTED = 20

let api: Product
let workers: Product[]
let hooks: Awaited<ReturnType<typeof startReceiver>>
let database: pg.Pool
let end: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  database = new pg.Pool({ connectionString: fresh.url, max: 4, application_name: 'the test' })
  database.on('error', () => {})
  hooks = await startReceiver()
  api = await createProduct()
  workers = await Promise.all([createProduct(), createProduct(), createProduct()])
  const shared = { DATABASE_URL: fresh.url, SIMULATOR_SPEED: '300', CALLING_HOURS: 'off', LOG_LEVEL: 'fatal' }
  await api.start({ ...shared, ROLE: 'api' })
  await Promise.all(workers.map((worker) => worker.start({ ...shared, ROLE: 'worker', PUBLIC_URL: api.url })))
  end = async () => {
    await Promise.all([api, ...workers].map((one) => one.end()))
    await hooks.close()
    await database.end()
    await fresh.drop()
  }
})
afterAll(() => end?.())

const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await waitFor('the database', () => database.query(text, values).catch(() => null))).rows as Row[]

/** Kills, stops and disconnects workers until it is ended. */
async function causeFailures(signal: AbortSignal) {
  for (let round = 0; !signal.aborted; round++) {
    const worker = workers[round % workers.length]!
    if (round % 3 === 0) {
      await worker.kill('SIGKILL')
      await worker.start()
    } else if (round % 3 === 1) {
      worker.signal('SIGSTOP')
      await sleep(800)
      worker.signal('SIGCONT')
    } else
      await database
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'the test' and random() < 0.4`,
        )
        .catch(() => {})
    await sleep(1_000)
  }
}

/**
 * Waits while the number of pending leads falls, however slow the machine is. Fails after two minutes without progress. A retry follows after one minute, so
 * nothing else may stand still for longer.
 */
async function waitForFewer(condition: string, countLeft: () => Promise<number>, limit: number) {
  const fewerThan = async (before: number) => {
    const now = await countLeft()
    return now < before && { now }
  }
  for (let before = Infinity; before > limit;) before = (await waitFor(`${condition}, where ${before} are left`, () => fewerThan(before), 120_000)).now
}

/** Waits for 500 leads to be called, with retries after one minute, while workers are killed, stopped and disconnected. */
test('whatever happens to workers and connections, no lead is called twice at once or after it was reached, no blocked number is called, and every call is reported and charged once', async () => {
  const key = client(api.url, api.demo().api_key)
  await key.put('/webhooks', { url: hooks.url })
  const { id: agent_ref_id } = (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot', system_prompt: 'Be brief.' })).body
  expect((await key.post(`/agents/${agent_ref_id}/publish`)).status).toBe(200)
  const { id } = (await key.post('/campaigns', { name: 'Chaos', agent_ref_id })).body
  const quiet = quietPlace(QUIET)
  const settings = {
    quietHours: quiet.quietHours,
    concurrency: 40,
    maxAttempts: 2,
    retryOutcomes: ['no_answer', 'failed'],
    retryNoAnswerMinutes: 1,
    retryFailedMinutes: 1,
    failureRateWindow: 1000,
  }
  await key.gql('mutation ($id: ID!, $input: CampaignSettingsInput!) { updateCampaignSettings(campaignId: $id, input: $input) { id } }', {
    id,
    input: settings,
  })
  const phones = numbers(LEADS - QUIET)
  const leads = [...phones, ...quiet.phones].map((phone_number, index) => ({ phone_number, name: `Lead ${index}` }))
  expect((await key.post(`/campaigns/${id}/leads`, { leads })).body).toMatchObject({ imported: LEADS, errors: [] })
  const listed = phones.filter((_, index) => index % 20 === 5).slice(0, LISTED)
  for (const phone_number of listed.slice(0, LISTED / 2)) expect((await key.post('/dnc', { phone_number })).status).toBe(201)
  expect((await key.post(`/campaigns/${id}/start`)).status).toBe(200)

  const ending = new AbortController()
  const wreaking = causeFailures(ending.signal)
  onTestFinished(async () => {
    ending.abort()
    await wreaking.catch(() => {})
  })
  const late = new Set<string>()
  await waitFor('some calls', async () => Number((await rows<{ n: string }>('select count(*) as n from calls'))[0]!.n) > 40)
  for (const phone_number of listed.slice(LISTED / 2)) {
    const added = await key.post('/dnc', { phone_number }).catch(() => null)
    const known = await rows<{ n: string }>('select count(*) as n from calls where to_number = $1', [phone_number])
    if (added?.status === 201 && known[0]!.n === '0') late.add(phone_number)
  }
  const waiting = async () => Number((await rows<{ n: string }>(`select count(*) as n from leads where status in ('pending', 'calling')`))[0]!.n)
  await waitForFewer('most leads to have ended', waiting, QUIET + 25)
  ending.abort()
  await wreaking
  await waitForFewer('the others to have ended', waiting, QUIET)

  // Leads in their quiet hours have not been called. They are after the hours are removed.
  const asleep = await rows<{ attempts: number; reason: string }>(
    `select attempts, (select reason from lead_decisions d where d.lead_id = l.id order by id desc limit 1) as reason from leads l where phone_number = any($1)`,
    [quiet.phones],
  )
  expect(asleep).toEqual(Array(QUIET).fill({ attempts: 0, reason: 'calling_hours' }))
  await waitFor('the quiet hours to be removed', () =>
    key.gql('mutation ($id: ID!) { updateCampaignSettings(campaignId: $id, input: { quietHours: [] }) { id } }', { id }).catch(() => null),
  )
  await waitFor('the campaign to end', async () => (await rows<{ status: string }>('select status from campaigns'))[0]!.status === 'completed')
  await waitFor('every call to be closed', async () => (await rows('select 1 from calls where finished_at is null')).length === 0)

  // The provider's own record of the calls.
  const [simulator] = await rows<{ url: string }>(`select value->>'url' as url from settings where key = 'simulator'`)
  const state = (await (await fetch(`${simulator!.url}/simulator/state`)).json()) as { calls: { id: string; to: string }[] }
  const calls = await rows<{
    id: number
    lead_id: number
    provider_call_id: string | null
    status: string
    created_at: Date
    finished_at: Date
    cost_micros: string
  }>('select * from calls order by id')
  expect(new Set(state.calls.map((call) => call.id))).toEqual(new Set(calls.map((call) => call.provider_call_id).filter(Boolean)))
  const dialled = new Set(state.calls.map(({ to }) => to))
  for (const number of [...listed.slice(0, LISTED / 2), ...late]) expect(dialled.has(number), number).toBe(false)

  for (const leadId of new Set(calls.map(({ lead_id }) => lead_id))) {
    const leadCalls = calls.filter(({ lead_id }) => lead_id === leadId)
    expect(leadCalls.filter(({ status }) => status === 'completed').length, `completed calls of lead ${leadId}`).toBeLessThanOrEqual(1)
    for (const [index, call] of leadCalls.slice(1).entries()) expect(call.created_at.getTime()).toBeGreaterThanOrEqual(leadCalls[index]!.finished_at.getTime())
  }
  const statuses = await rows<{ status: string; n: string }>('select status, count(*) as n from leads group by 1')
  expect(statuses.map(({ status }) => status).filter((status) => !['completed', 'failed', 'do_not_call'].includes(status))).toEqual([])

  // Every call is reported once, and the amounts match to the last millionth.
  const deliveries = await rows<{ n: string }>('select count(*) as n from webhook_deliveries group by event_id')
  expect(deliveries.length).toBe(calls.length)
  expect(deliveries.every(({ n }) => n === '1')).toBe(true)
  // An attempt whose worker died counts. The third may follow five minutes after the second.
  const pendingDeliveries = `select event_id from webhook_deliveries where status = 'pending' and (next_attempt_at is null or next_attempt_at < now() + interval '20 seconds')`
  await waitForFewer('every delivery that is due', async () => (await rows(pendingDeliveries)).length, 0)
  const delivered = await rows<{ event_id: string }>(`select event_id from webhook_deliveries where status = 'delivered'`)
  const arrived = new Set(hooks.received.map(({ body }) => body.id as string))
  expect(delivered.filter(({ event_id }) => !arrived.has(event_id))).toEqual([])
  expect(arrived.size).toBeGreaterThan(calls.length * 0.9)
  const [money] = await rows<Record<string, string>>(`
    select w.held, w.balance, (select sum(amount) from ledger_entries l where l.workspace_id = w.workspace_id) as ledger,
      (select sum(cost_micros) from calls) as cost, (select -sum(amount) from ledger_entries where type = 'call') as charged, (select cost_micros from campaign_totals) as total,
      (select calls from campaign_totals)::text as calls
    from wallets w`)
  expect(money!.held).toBe('0')
  expect(money!.balance).toBe(money!.ledger)
  expect([money!.charged, money!.total]).toEqual([money!.cost, money!.cost])
  expect(money!.calls).toBe(String(calls.length))
}, 1_200_000)
