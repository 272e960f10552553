import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import type { ApiResponse, Client } from '../../kit/clients/client.ts'
import { addLeads } from '../../kit/fixtures/leads.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

/** The expected state of a campaign. */
interface Model {
  status: 'draft' | 'running' | 'paused' | 'completed' | 'cancelled'
  hasAgent: boolean
  name: string
  /** Open proposals, oldest first, and one that was used. */
  open: string[]
  used: string | null
  events: string[]
  wasStarted: boolean
}
interface Real {
  key: Client
  agentId: number
  id: number
}
type Command = fc.AsyncCommand<Model, Real>

/** Creates a command: a request, its expected response status, and its effect on the model if it succeeds. */
function command(
  name: string,
  ask: (real: Real, model: Model) => Promise<ApiResponse>,
  expected: (model: Model) => number,
  effect: (model: Model, answer: ApiResponse) => void,
): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      const status = expected(model)
      const answer = await ask(real, model)
      expect(answer.status, `${name} in ${JSON.stringify(model)}: ${JSON.stringify(answer.body)}`).toBe(status)
      if (status < 300) effect(model, answer)
      await compareWithRow(model, real)
    },
  }
}

async function compareWithRow(model: Model, { id }: Real) {
  const { rows } = await pool.query(
    `select name, status, agent_id is not null as "hasAgent", dial_at is not null as "isDialled", pause_reason as "pauseReason", started_at is not null as "wasStarted",
       (select coalesce(array_agg(type order by id), '{}') from campaign_events where campaign_id = c.id) as events,
       (select array_agg(distinct status) from leads where campaign_id = c.id) as leads
     from campaigns c where id = $1`,
    [id],
  )
  expect(rows[0]).toEqual({
    name: model.name,
    status: model.status,
    hasAgent: model.hasAgent,
    wasStarted: model.wasStarted,
    isDialled: model.status === 'running',
    pauseReason: model.status === 'paused' ? 'by_hand' : null,
    events: model.events,
    leads: [model.status === 'cancelled' ? 'cancelled' : 'pending'],
  })
}

const isDeleted = ({ status }: Model) => status === 'cancelled'
/** The response status of a valid start request. */
const startStatusOf = (model: Model) => (isDeleted(model) ? 404 : model.status === 'running' || model.status === 'completed' ? 409 : model.hasAgent ? 200 : 422)
const start =
  (body?: object) =>
  ({ key, id }: Real) =>
    key.post(`/campaigns/${id}/start`, body)
const markStarted = (model: Model) => {
  Object.assign(model, { status: 'running', wasStarted: true })
  model.events.push('started')
}

const commands: fc.Arbitrary<Command>[] = [
  fc
    .string({ minLength: 1, maxLength: 5, unit: 'grapheme-ascii' })
    .filter((name) => name.trim() !== '')
    .map((name) =>
      command(
        `rename to ${JSON.stringify(name)}`,
        ({ key, id }) => key.patch(`/campaigns/${id}`, { name }),
        (model) => (isDeleted(model) ? 404 : model.status === 'draft' || model.status === 'paused' ? 200 : 409),
        (model) => (Object.assign(model, { name }), model.events.push('changed')),
      ),
    ),
  fc.boolean().map((hasAgent) =>
    command(
      hasAgent ? 'give it an agent' : 'remove its agent',
      ({ key, id, agentId }) => key.patch(`/campaigns/${id}`, { agent_ref_id: hasAgent ? agentId : null }),
      (model) => (isDeleted(model) ? 404 : model.status === 'draft' || model.status === 'paused' ? 200 : 409),
      (model) => (Object.assign(model, { hasAgent }), model.events.push('changed')),
    ),
  ),
  fc.constant(command('start', start(), startStatusOf, markStarted)),
  fc.constant(command('start', start({ propose: false }), startStatusOf, markStarted)),
  fc.constant(
    command('propose', start({ propose: true }), startStatusOf, (model, { body }) => {
      model.open.push(body.proposal_id)
      model.events.push('proposed')
    }),
  ),
  fc.constant(
    command(
      'confirm the oldest proposal',
      (real, model) => start({ proposal_id: model.open[0] ?? 'none' })(real),
      (model) => (model.open.length === 0 ? 404 : startStatusOf(model)),
      (model) => {
        model.used = model.open.shift()!
        markStarted(model)
      },
    ),
  ),
  fc.constant(
    command(
      'confirm a proposal again',
      (real, model) => start({ proposal_id: model.used ?? 'none' })(real),
      () => 404,
      markStarted,
    ),
  ),
  fc.constant(
    command(
      'pause',
      ({ key, id }) => key.post(`/campaigns/${id}/pause`),
      (model) => (isDeleted(model) ? 404 : model.status === 'running' ? 200 : 409),
      (model) => ((model.status = 'paused'), model.events.push('paused')),
    ),
  ),
  fc.constant(
    command(
      'delete',
      ({ key, id }) => key.delete(`/campaigns/${id}`),
      (model) => (isDeleted(model) ? 404 : model.status === 'running' ? 409 : 204),
      (model) => ((model.status = 'cancelled'), model.events.push('cancelled')),
    ),
  ),
  fc.constant(startTwice()),
]

/** Creates a command with two starts at once, of which one succeeds. */
function startTwice(): Command {
  return {
    check: () => true,
    toString: () => 'start twice at once',
    async run(model, real) {
      const expected = startStatusOf(model)
      const answers = await Promise.all([start()(real), start()(real)])
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(statuses).toEqual(expected === 200 ? [200, 409] : [expected, expected])
      if (expected === 200) markStarted(model)
      await compareWithRow(model, real)
    },
  }
}

interface Tenant extends Omit<Real, 'id'> {
  workspaceId: number
}
/** Several tenants, because of the rate limit of a workspace. */
let tenants: Tenant[]
beforeAll(async () => {
  tenants = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const acme = await testServer().workspace()
      const key = await acme.key()
      const agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id as number
      await key.post(`/agents/${agentId}/publish`)
      return { workspaceId: acme.id, key, agentId }
    }),
  )
})

/** Sends up to twelve random requests for each of 16 campaigns, and compares the rows after each. */
test('after any operations in any order a campaign has the status that the rules define, and its log lists the changes', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 12, size: 'max' }), async (steps) => {
      const { workspaceId, key, agentId } = tenants[(runs += 1) % tenants.length]!
      const id = (await key.post('/campaigns', { name: 'Autumn' })).body.id as number
      await addLeads(workspaceId, id, [{ phone_number: '+14155550113' }])
      const model: Model = { status: 'draft', hasAgent: false, name: 'Autumn', open: [], used: null, events: ['created'], wasStarted: false }
      await fc.asyncModelRun(() => ({ model, real: { key, agentId, id } }), steps)
      const response = await key.get(`/campaigns/${id}`)
      expect(isDeleted(model) ? response.status : response.body.status).toBe(isDeleted(model) ? 404 : model.status)
    }),
    { numRuns: 16, endOnFailure: true },
  )
})
