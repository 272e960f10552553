import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyWorkspace, pool, transaction } from '../../../src/kernel/db/db.ts'
import { startLiveness, stopLiveness } from '../../../src/kernel/liveness.ts'
import * as callClosing from '../../../src/services/calls/progress/callClosing.ts'
import * as dialBatches from '../../../src/services/dialer/dialBatches.ts'
import * as dnc from '../../../src/services/compliance/dnc.ts'
import * as leads from '../../../src/services/leads/leads.ts'
import * as operator from '../../../src/services/operator/operator.ts'
import * as leadRequeues from '../../../src/services/leads/leadRequeues.ts'
import type { Actor } from '../../../src/kernel/vocabulary/actor.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { createCampaign, leadsOf } from '../dialer/dialerKit.ts'

useDatabase()
beforeAll(() => startLiveness(pool.options.connectionString!))
afterAll(stopLiveness)

const MAX_ATTEMPTS = 2
const RETRIED = ['busy', 'no_answer', 'failed']

interface Lead {
  status: string
  attempts: number
  outcome: string | null
  isListed: boolean
  isDeleted: boolean
}
interface Model {
  leads: Lead[]
  isRunning: boolean
}
interface Real {
  actor: Actor
  campaign: Awaited<ReturnType<typeof createCampaign>>
  ids: number[]
}
type Command = fc.AsyncCommand<Model, Real>

/** Compares the leads in the database with the model. */
async function compareWithDatabase({ leads: expected }: Model, { campaign }: Real) {
  const rows = await leadsOf(campaign.id)
  expect(rows.map(({ status, attempts, lastOutcome, deletedAt }) => [status, attempts, lastOutcome, deletedAt !== null])).toEqual(
    expected.map(({ status, attempts, outcome, isDeleted }) => [status, attempts, outcome, isDeleted]),
  )
  const open = (await campaign.calls()).filter(({ finishedAt }) => finishedAt === null)
  expect(open.length).toBe(new Set(open.map(({ leadId }) => leadId)).size)
  expect(new Set(open.map(({ leadId }) => leadId))).toEqual(new Set(rows.flatMap(({ id, status }) => (status === 'calling' ? [id] : []))))
}

const command = (name: string, check: (model: Model) => boolean, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check,
  run: async (model, real) => {
    await run(model, real)
    await compareWithDatabase(model, real)
  },
  toString: () => name,
})

const dial = command(
  'dial',
  () => true,
  async (model, { campaign }) => {
    await pool.query(`update campaigns set dial_at = now() - interval '1 second' where id = $1 and status = 'running'`, [campaign.id])
    while (await dialBatches.claimNext());
    if (!model.isRunning) return
    for (const lead of model.leads) {
      if (lead.status !== 'pending') continue
      if (lead.isListed) lead.status = 'do_not_call'
      else if (lead.attempts >= MAX_ATTEMPTS) lead.status = 'failed'
      else Object.assign(lead, { status: 'calling', attempts: lead.attempts + 1 })
    }
    model.isRunning = model.leads.some(({ status, isDeleted }) => !isDeleted && ['pending', 'calling'].includes(status))
  },
)

const end = (index: number, status: string) =>
  command(
    `end ${index} ${status}`,
    ({ leads: all }) => all[index]!.status === 'calling',
    async ({ leads: all }, { actor, ids }) => {
      const call = await anyWorkspace.call.findFirstOrThrow({ where: { leadId: ids[index], finishedAt: null } })
      const outcome = status === 'completed' ? 'success' : status
      await anyWorkspace.call.update({ where: { id: call.id }, data: { status, outcome, endedAt: new Date(), placement: 'placed' } })
      await transaction((tx) => callClosing.close(tx, actor.workspaceId, call.id))
      // A call closed twice is settled once.
      await transaction((tx) => callClosing.close(tx, actor.workspaceId, call.id))
      const lead = all[index]!
      lead.outcome = outcome
      lead.status = status === 'completed' ? 'completed' : RETRIED.includes(status) && lead.attempts < MAX_ATTEMPTS ? 'pending' : 'failed'
    },
  )

const list = (index: number) =>
  command(
    `list ${index}`,
    () => true,
    async ({ leads: all }, { actor }) => {
      await dnc.add(actor, { phoneNumber: numberOf(index) })
      all[index]!.isListed = true
    },
  )

const remove = (index: number) =>
  command(
    `delete ${index}`,
    ({ leads: all }) => !all[index]!.isDeleted,
    async ({ leads: all }, { actor, campaign, ids }) => {
      const removal = leads.remove(actor, campaign.id, ids[index]!)
      if (all[index]!.status === 'calling') return expect(removal).rejects.toMatchObject({ code: 'CONFLICT' })
      await removal
      Object.assign(all[index]!, { status: 'cancelled', isDeleted: true })
    },
  )

const redial = (outcome: string) =>
  command(
    `redial ${outcome}`,
    () => true,
    async (model, { actor, campaign }) => {
      const chosen = model.leads.filter((lead) => !lead.isDeleted && ['completed', 'failed'].includes(lead.status) && lead.outcome === outcome)
      expect(await leadRequeues.requeue(actor, campaign.id, { outcomes: [outcome] })).toBe(chosen.length)
      for (const lead of chosen) Object.assign(lead, { status: 'pending', attempts: 0 })
    },
  )

const start = command(
  'start',
  () => true,
  async (model, { campaign }) => {
    await campaign.start()
    model.isRunning = true
  },
)
const pause = command(
  'pause',
  ({ isRunning }) => isRunning,
  async (model, { campaign }) => {
    await anyWorkspace.campaign.update({ where: { id: campaign.id }, data: { status: 'paused', dialAt: null } })
    model.isRunning = false
  },
)

const LEADS = 3
const numberOf = (index: number) => `+1240${550 + index}0100`
const index = fc.nat(LEADS - 1)
const commands = fc.commands(
  [
    fc.constant(dial),
    fc.constant(dial),
    fc.constant(start),
    fc.constant(pause),
    fc.tuple(index, fc.constantFrom('completed', 'busy', 'no_answer', 'failed', 'voicemail')).map(([at, status]) => end(at, status)),
    fc.tuple(index, fc.constantFrom('completed', 'busy', 'failed')).map(([at, status]) => end(at, status)),
    index.map(list),
    index.map(remove),
    fc.constantFrom('busy', 'success', 'voicemail').map(redial),
  ],
  { maxCommands: 25 },
)

/** Runs 15 random sequences of up to 25 steps, and compares the database with the model after each step. */
test('after any events in any order each lead has the status that follows from its calls, its number and its campaign', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const { workspaceId } = await operator.createTenant({ name: 'Machine', plan: 'enterprise', credit: 1_000_000_000n })
      const published = { engine: 'retell', providerAgentId: 'agent', version: null, refs: {} }
      const { id: agentId } = await anyWorkspace.agent.create({
        data: {
          workspaceId,
          name: 'Ada',
          lang: 'en-US',
          voiceEngine: 'retell',
          model: 'm',
          generalTools: [],
          postCallAnalysisData: [],
          published,
          publishedConfig: { maxDurationSeconds: 60, analysis: [] },
        },
      })
      const settings = {
        maxAttempts: MAX_ATTEMPTS,
        retryOutcomes: RETRIED as ['busy'],
        retryBusyMinutes: 0,
        retryNoAnswerMinutes: 0,
        retryFailedMinutes: 0,
        failureRateWindow: 1000,
      }
      const campaign = await createCampaign(workspaceId, agentId, { phones: Array.from({ length: LEADS }, (_, at) => numberOf(at)), settings })
      const ids = (await leadsOf(campaign.id)).map(({ id }) => id)
      const actor: Actor = { kind: 'session', workspaceId, scopes: new Set() }
      const model = (): Model => ({
        leads: Array.from({ length: LEADS }, () => ({ status: 'pending', attempts: 0, outcome: null, isListed: false, isDeleted: false })),
        isRunning: false,
      })
      await fc.asyncModelRun(() => ({ model: model(), real: { actor, campaign, ids } }), steps)
      await pool.query(`update campaigns set status = 'paused', dial_at = null where id = $1`, [campaign.id])
    }),
    { numRuns: 15, endOnFailure: true },
  )
})
