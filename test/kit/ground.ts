import { beforeEach } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import type { Extension, Route } from '../../src/rest/route.ts'
import { simulatedCarriers } from './carriers.ts'
import { addCampaigns, addLeads } from './leads.ts'
import { addReports } from './reports.ts'
import type { World } from './world.ts'

export type Ground = Awaited<ReturnType<typeof groundFor>>

/** Requests that a test may make on its ground. */
const ROOM = 320
/** Campaigns to be used up. */
const FRESH = 1_000

/** Ground for each test of a file, another one whenever the workspace's rate limit comes near. */
export function useGround(world: () => World): () => Ground {
  let ground: Ground | undefined
  beforeEach(async () => {
    const left = ground ? Number((await ground.key.get('/me')).headers.get('x-ratelimit-remaining')) : 0
    if (!ground || left < ROOM) ground = await groundFor(world())
  })
  return () => ground!
}

/** A workspace that has one of everything, and a good request of any row in it, made of the row's example. */
async function groundFor(world: World) {
  const acme = await world.workspace({ wallet: '100000' })
  const key = await acme.key()
  const agent = async () => (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id as number
  const [agent_id, spare] = [await agent(), await agent()]
  await key.post(`/agents/${agent_id}/publish`)
  // 0113: the provider sends no webhooks.
  const to_number = '+14155550113'
  const { id: call_id } = (await key.post('/calls', { to_number, agent_id })).body
  const { id: message_id } = (await key.post('/sms', { to_number: '+14155550213', body: 'Hello' })).body
  const number_id = (await key.get('/phone-numbers')).body.items[0].id
  await key.put('/webhooks', { url: null })
  const { id: campaign_id } = (await key.post('/campaigns', { name: 'Autumn', agent_ref_id: agent_id })).body
  const { import_id } = (await key.post(`/campaigns/${campaign_id}/leads`, { leads: [{ phone_number: '+14155550199' }] })).body
  const leads = await addLeads(
    acme.id,
    campaign_id,
    Array.from({ length: FRESH }, (_, at) => ({ phone_number: `+1415557${1_000 + at}` })),
  )
  const ready = await addCampaigns(acme.id, { agentId: agent_id, status: 'draft', count: FRESH })
  const running = await addCampaigns(acme.id, { agentId: agent_id, status: 'running', count: FRESH })
  const lines = await addNumbers(acme.id, FRESH)
  const reports = await addReports(acme.id, FRESH)
  let [numbers, asked] = [1000, 0]
  // The carrier of the row's example.
  const { credentials } = await simulatedCarriers(world.running.simulator!.url).account('telnyx')
  /** What the fields of a body name; a number to be listed is another one each time. */
  const things = (): Record<string, string | number | object> => ({
    agent_id,
    campaign_id,
    to_number,
    phone_number: `+1415556${(numbers += 1)}`,
    url: 'https://example.com/hook',
    agent_ref_id: agent_id,
    from_number_id: number_id,
    credentials,
  })
  return {
    key,
    /** How many things the workspace has. */
    kept: () => kept(acme.id),
    /** The path, without a query, and the body where there is one; `changes` are fields that are to be otherwise, or absent. */
    request({ method, path, example, body }: Pick<Route | Extension, 'method' | 'path' | 'example'> & Pick<Route, 'body'>, changes: object = {}) {
      // What is started, paused or deleted is another one each time.
      const fresh = path.endsWith('/pause') ? running : (method === 'DELETE' && !path.includes('lead_id')) || path.endsWith('/start') ? ready : [campaign_id]
      const named: ReturnType<typeof things> = {
        ...things(),
        agent_id: spare,
        call_id,
        message_id,
        number_id: method === 'DELETE' ? lines[asked % lines.length]! : number_id,
        lead_id: leads[asked % leads.length]!,
        import_id,
        report_id: method === 'DELETE' ? reports[asked % reports.length]! : reports[0]!,
        campaign_id: fresh[(asked += 1) % fresh.length],
      }
      const fields = Object.entries(things()).filter(([name]) => name in (example?.body ?? {}))
      return {
        path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent((named[name] as string | number | undefined) ?? 1)),
        body: body && { ...example?.body, ...Object.fromEntries(fields), ...changes },
      }
    },
  }
}

async function kept(workspaceId: number): Promise<number> {
  const names = ['agents', 'campaigns', 'calls', 'dnc_entries', 'webhook_settings', 'phone_numbers', 'api_keys', 'messages', 'reports']
  const counts = names.map((name) => `(select count(*) from ${name} where workspace_id = $1)`)
  const { rows: found } = await pool.query<{ count: string }>(`select ${counts.join(' + ')} as count`, [workspaceId])
  return Number(found[0]!.count)
}

/** Numbers to be released that no provider knows. */
async function addNumbers(workspaceId: number, count: number): Promise<number[]> {
  const { rows: made } = await pool.query<{ id: number }>(
    `insert into phone_numbers (workspace_id, phone_number, carrier)
     select $1::int, '+44' || (7400000000 + $1::int * 10000::bigint + n), 'sip' from generate_series(1, $2) n returning id`,
    [workspaceId, count],
  )
  return made.map(({ id }) => id)
}
