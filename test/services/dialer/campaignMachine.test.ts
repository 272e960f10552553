import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import type { Answer, Client } from '../../kit/client.ts'
import { addLeads } from '../../kit/leads.ts'
import { useWorld } from '../../kit/world.ts'

const world = useWorld({ env: { ROLE: 'api' } })

/** What a campaign should be like. */
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

/** A request, the status it should be answered with, and what it changes when it succeeds. */
function command(
  name: string,
  ask: (real: Real, model: Model) => Promise<Answer>,
  expected: (model: Model) => number,
  effect: (model: Model, answer: Answer) => void,
): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      const status = expected(model)
      const answer = await ask(real, model)
      expect(answer.status, `${name} in ${JSON.stringify(model)}: ${JSON.stringify(answer.body)}`).toBe(status)
      if (status < 300) effect(model, answer)
      await expectSame(model, real)
    },
  }
}

async function expectSame(model: Model, { id }: Real) {
  const { rows } = await pool.query(
    `select name, status, agent_id is not null as "hasAgent", dial_at is not null as "isDialled", pause_reason as "pauseReason", started_at is not null as "wasStarted",
       (select coalesce(array_agg(kind order by id), '{}') from campaign_events where campaign_id = c.id) as events,
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

const gone = ({ status }: Model) => status === 'cancelled'
/** How a start is answered where its form is right. */
const startable = (model: Model) => (gone(model) ? 404 : model.status === 'running' || model.status === 'completed' ? 409 : model.hasAgent ? 200 : 422)
const start =
  (body?: object) =>
  ({ key, id }: Real) =>
    key.post(`/campaigns/${id}/start`, body)
const started = (model: Model) => {
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
        (model) => (gone(model) ? 404 : model.status === 'draft' || model.status === 'paused' ? 200 : 409),
        (model) => (Object.assign(model, { name }), model.events.push('changed')),
      ),
    ),
  fc.boolean().map((hasAgent) =>
    command(
      hasAgent ? 'give it an agent' : 'take its agent',
      ({ key, id, agentId }) => key.patch(`/campaigns/${id}`, { agent_ref_id: hasAgent ? agentId : null }),
      (model) => (gone(model) ? 404 : model.status === 'draft' || model.status === 'paused' ? 200 : 409),
      (model) => (Object.assign(model, { hasAgent }), model.events.push('changed')),
    ),
  ),
  fc.constant(command('start', start(), startable, started)),
  fc.constant(command('start', start({ propose: false }), startable, started)),
  fc.constant(
    command('propose', start({ propose: true }), startable, (model, { body }) => {
      model.open.push(body.proposal_id)
      model.events.push('proposed')
    }),
  ),
  fc.constant(
    command(
      'confirm the oldest proposal',
      (real, model) => start({ proposal_id: model.open[0] ?? 'none' })(real),
      (model) => (model.open.length === 0 ? 404 : startable(model)),
      (model) => {
        model.used = model.open.shift()!
        started(model)
      },
    ),
  ),
  fc.constant(
    command(
      'confirm a proposal again',
      (real, model) => start({ proposal_id: model.used ?? 'none' })(real),
      () => 404,
      started,
    ),
  ),
  fc.constant(
    command(
      'pause',
      ({ key, id }) => key.post(`/campaigns/${id}/pause`),
      (model) => (gone(model) ? 404 : model.status === 'running' ? 200 : 409),
      (model) => ((model.status = 'paused'), model.events.push('paused')),
    ),
  ),
  fc.constant(
    command(
      'delete',
      ({ key, id }) => key.delete(`/campaigns/${id}`),
      (model) => (gone(model) ? 404 : model.status === 'running' ? 409 : 204),
      (model) => ((model.status = 'cancelled'), model.events.push('cancelled')),
    ),
  ),
  fc.constant(startTwice()),
]

/** Two starts at once: one of them does it. */
function startTwice(): Command {
  return {
    check: () => true,
    toString: () => 'start twice at once',
    async run(model, real) {
      const expected = startable(model)
      const answers = await Promise.all([start()(real), start()(real)])
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(statuses).toEqual(expected === 200 ? [200, 409] : [expected, expected])
      if (expected === 200) started(model)
      await expectSame(model, real)
    },
  }
}

interface Tenant extends Omit<Real, 'id'> {
  workspaceId: number
}
/** More than one, since a workspace may ask only so often. */
let tenants: Tenant[]
beforeAll(async () => {
  tenants = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const acme = await world().workspace()
      const key = await acme.key()
      const agentId = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body.id as number
      await key.post(`/agents/${agentId}/publish`)
      return { workspaceId: acme.id, key, agentId }
    }),
  )
})

/** Sends up to twelve drawn requests about each of 16 campaigns, and compares its rows after each. */
test('whatever is done with a campaign in whatever order, it is in the state that the rules say, and its log tells how it came there', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 12, size: 'max' }), async (steps) => {
      const { workspaceId, key, agentId } = tenants[(runs += 1) % tenants.length]!
      const id = (await key.post('/campaigns', { name: 'Autumn' })).body.id as number
      await addLeads(workspaceId, id, [{ phone_number: '+14155550113' }])
      const model: Model = { status: 'draft', hasAgent: false, name: 'Autumn', open: [], used: null, events: ['created'], wasStarted: false }
      await fc.asyncModelRun(() => ({ model, real: { key, agentId, id } }), steps)
      const read = await key.get(`/campaigns/${id}`)
      expect(gone(model) ? read.status : read.body.status).toBe(gone(model) ? 404 : model.status)
    }),
    { numRuns: 16, endOnFailure: true },
  )
})
