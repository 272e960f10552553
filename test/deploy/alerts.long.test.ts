import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { type AddedServer, startAddedServer } from '../kit/server/addedServer.ts'
import { useCaptureServer } from '../kit/fakes/captureServer.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { createCampaign } from '../services/dialer/dialerKit.ts'

const METRICS_TOKEN = 'a-token-of-sixteen-or-more'
const { groups } = load(readFileSync('deploy/observability/alerts.yaml', 'utf8')) as { groups: { rules: { alert: string; expr: string }[] }[] }
const exprOf = (name: string) =>
  groups
    .flatMap(({ rules }) => rules)
    .find(({ alert }) => alert === name)!
    .expr.trim()

/** Rules that compare a metric, or the maximum of one, with a number. Others need a history, and time. */
const COMPARISON = /^(?:max(?: by \(\w+\) )?\()?(\w+)\)? (==|>) ([\d.]+)$/

/** Returns whether a rule's condition holds at this moment. How long it has to hold is not part of it. */
function holds(name: string, metrics: string): boolean {
  const [, metric, operator, text] = COMPARISON.exec(exprOf(name)) ?? []
  if (metric === undefined) throw new Error(`The rule ${name} is not a comparison`)
  const values = [...metrics.matchAll(new RegExp(`^${metric}(?:{.*})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value))
  if (values.length === 0) throw new Error(`The server has no metric ${metric}`)
  return operator === '==' ? Math.max(...values) === Number(text) : Math.max(...values) > Number(text)
}

async function start(env: Record<string, string> = {}) {
  const server = await startAddedServer({ env: { METRICS_TOKEN, ...env } })
  onTestFinished(server.end)
  return server
}
const scrape = async ({ url }: AddedServer) => (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
const isFiring = async (name: string, server: AddedServer) => holds(name, await scrape(server))

test('CallwrightDialsLate fires if a campaign is due and no process runs jobs', async () => {
  const server = await start({ ROLE: 'api' })
  expect(await isFiring('CallwrightDialsLate', server)).toBe(false)
  const { acme, agentId } = await createTenant(server)
  await server.as(async () => {
    const campaign = await createCampaign(acme.id, agentId, { phones: ['+14155550181'] })
    await campaign.start()
    await anyWorkspace.campaign.update({ where: { id: campaign.id }, data: { dialAt: new Date(Date.now() - 60_000) } })
  })
  await waitFor('the alert to fire', () => isFiring('CallwrightDialsLate', server))
})

test('CallwrightWebhooksLate fires if a delivery is due and no process runs jobs', async () => {
  const server = await start({ ROLE: 'api' })
  expect(await isFiring('CallwrightWebhooksLate', server)).toBe(false)
  const acme = await server.workspace()
  const key = await acme.key()
  await key.put('/webhooks', { url: `${server.url}/nobody-listens-here` })
  await key.gql('mutation { sendTestWebhook { id } }')
  await server.as(() => anyWorkspace.webhookDelivery.updateMany({ where: { workspaceId: acme.id }, data: { nextAttemptAt: new Date(Date.now() - 180_000) } }))
  await waitFor('the alert to fire', () => isFiring('CallwrightWebhooksLate', server))
})

test('CallwrightDatabaseSilent fires while the database does not answer, and not afterward', async () => {
  const server = await start({ ROLE: 'api' })
  await waitFor('the database to answer', async () => !(await isFiring('CallwrightDatabaseSilent', server)))
  const lock = new pg.Client({ connectionString: server.databaseUrl })
  await lock.connect()
  onTestFinished(() => lock.end())
  await lock.query('begin; lock table campaigns in access exclusive mode')
  await waitFor('the alert to fire', () => isFiring('CallwrightDatabaseSilent', server))
  await lock.query('rollback')
  await waitFor('the alert to end', async () => !(await isFiring('CallwrightDatabaseSilent', server)))
})

const vendor = useCaptureServer()

test('CallwrightProviderPaused fires if a voice provider fails again and again', async () => {
  vendor.respond = () => ({ status: 503, body: '{}' })
  const server = await start({ RETELL_API_KEY: 'key', RETELL_BASE_URL: vendor.url() })
  expect(await isFiring('CallwrightProviderPaused', server)).toBe(false)
  const key = await (await server.workspace()).key()
  const { id } = (await key.post('/agents', { name: 'Ada', voice_engine: 'retell', voice_id: 'Elliot' })).body
  await waitFor('the alert to fire', async () => {
    await key.post(`/agents/${id}/publish`)
    return isFiring('CallwrightProviderPaused', server)
  })
  expect(vendor.requests.length).toBeGreaterThan(0)
})
