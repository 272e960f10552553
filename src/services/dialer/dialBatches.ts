import { clock, nowMs } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import type { Agent, Call, Campaign } from '../../generated/prisma/client.ts'
import { processId } from '../../kernel/liveness.ts'
import { selectList, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { enterWorkspace } from '../../kernel/db/workspaceContext.ts'
import * as appAllowances from '../billing/appAllowances.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import { FIELDS } from '../campaigns/campaigns.ts'
import * as leadCandidates from '../leads/leadCandidates.ts'
import * as callBatches from '../calls/placing/callBatches.ts'
import { type ConsentDemand, mayDemand } from '../compliance/consentRules.ts'
import { type Decision, decide } from '../campaigns/rules/dialDecisions.ts'
import * as dialLoads from './dialLoads.ts'
import { countAffordableCalls, computeCapacity } from '../campaigns/rules/dialCapacity.ts'
import { rulesOf } from '../campaigns/rules/dialRules.ts'
import * as dialSchedule from './dialSchedule.ts'
import * as providerSlots from '../voiceProviders/providerSlots.ts'
import { holdAmount } from '../billing/pricing.ts'
import { openSendWindow, type SendWindow } from '../shared/sending/sendWindows.ts'
import * as transferRules from '../agents/transferRules.ts'
import { publishedConfigOf, publishedOf } from '../shared/jsonColumns.ts'

/** Committed calls of one campaign, to be sent now by the process that committed them. */
export interface Batch {
  campaign: Campaign
  agent: Agent
  calls: Call[]
  /** When each may be sent. */
  reservation: providerSlots.Reservation
  sendWindow: SendWindow
  /** The consent that a lead's call needs, by lead ID. */
  demands: ReadonlyMap<number | null, ConsentDemand>
}

/**
 * Claims the next due campaign and begins the calls that may begin now. All checks run in this transaction, with the campaign locked against
 * pausing and against other dialers; batches of one workspace run one after another. Returns the batch, or an empty list if no call began;
 * null if no campaign is due. If the process dies before the commit, nothing happened; after it the calls are committed intents, which no
 * other process sends and which the reconciler ends as `not_placed`.
 */
export async function claimNext(): Promise<Batch[] | null> {
  if (!processId()) return null
  const sendWindow = openSendWindow()
  return transaction(async (tx) => {
    const now = clock.now()
    const campaign = (await lockDue.get({ now }, tx)) as Campaign | undefined
    if (!campaign) return null
    enterWorkspace(campaign.workspaceId)
    campaignEvents.announce(tx, campaign)
    const agent = await dialLoads.findAgent(tx, campaign)
    const begun = agent
      ? await beginCalls(tx, campaign, agent, sendWindow.owner, now)
      : await writeAndBeginNone(dialSchedule.pause(tx, campaign, 'agent_not_published'))
    return agent && begun && begun.calls.length > 0 ? [{ campaign, agent, sendWindow, ...begun }] : []
  })
}

const findNext = statement('campaigns.findNext', sql`select min(dial_at) as dial_at from campaigns where status = 'running'`, {
  acrossWorkspaces: 'The dialer takes the next campaign of any workspace.',
})

/** Returns the milliseconds until a campaign is due: 0 if one is, null if none runs. Asked without a transaction, since an idle server asks it often. */
export async function timeToNext(): Promise<number | null> {
  const next = (await findNext.get({}))?.dialAt
  return next ? Math.max(0, next.getTime() - nowMs()) : null
}

const lockDue = statement(
  'campaigns.lockDue',
  sql`select ${selectList(FIELDS)} from campaigns where status = 'running' and dial_at <= $now order by dial_at, waiting->>'since' limit 1 for no key update skip locked`,
  { acrossWorkspaces: 'The dialer takes the next campaign of any workspace.' },
)

/** Leads to decide about at once when one of the next may not be called: then often many may not, and are deferred together. */
const MANY_LEADS = 200

type Begun = Pick<Batch, 'calls' | 'reservation' | 'demands'>

/** Begins the calls that may begin now. If none may, records in the campaign's row what it waits for, or that it is paused or completed. */
async function beginCalls(tx: Tx, campaign: Campaign, agent: Agent, owner: string, now: Date): Promise<Begun | null> {
  const engine = publishedOf(agent)!.engine
  const rules = rulesOf(campaign, engine)
  const numbers = await dialLoads.listNumbers(tx, campaign, rules.settings, engine)
  if (numbers.length === 0) return writeAndBeginNone(dialSchedule.pause(tx, campaign, 'no_number'))
  const load = await dialLoads.readLoad(tx, campaign, rules.settings, engine)
  const account = await appAllowances.lockGrant(tx, campaign)
  if (account && !account.isLive) return writeAndBeginNone(dialSchedule.pause(tx, campaign, 'app_revoked', { app: account.app }))
  const capacity = computeCapacity(load, rules.settings, now)
  if ('stop' in capacity) return writeAndBeginNone(dialSchedule.pause(tx, campaign, capacity.stop, capacity.facts))
  if ('reason' in capacity) return writeAndBeginNone(dialSchedule.wait(tx, campaign, capacity.reason, capacity.until))

  const decideNext = async (count: number): Promise<DecidedLead[]> =>
    (await leadCandidates.lockNext(tx, campaign, mayDemand(rules.consent), count, now)).map((lead) => ({ lead, decision: decide(lead, rules, now) }))
  const next = await decideNext(capacity.calls)
  if (next.length === 0) return writeAndBeginNone(dialSchedule.completeOrWait(tx, campaign, engine, now))
  const decisions = next.every(isCall) ? next : await decideNext(Math.max(capacity.calls, MANY_LEADS))
  await leadCandidates.deferOrClose(tx, campaign, decisions)
  const callable = decisions.filter(isCall).slice(0, capacity.calls)
  if (callable.length === 0) return writeAndBeginNone(dialSchedule.requeue(tx, campaign, now))

  const transfers = await transferRules.listReachableNumbers(tx, agent)
  const isTransferBlocked =
    transferRules.findPublishedProblem(agent) !== null || (await transferRules.findBlocked(tx, campaign.workspaceId, transfers)) !== null
  if (isTransferBlocked) return writeAndBeginNone(dialSchedule.pause(tx, campaign, 'transfer_blocked'))
  const seconds = publishedConfigOf(agent)!.maxDurationSeconds
  const holds = callable.map(({ lead }) => holdAmount(transferRules.mostExpensive(lead.phoneNumber, transfers), seconds))
  const { affordable, shortfall } = countAffordableCalls(holds, { ...(await dialLoads.lockFunds(tx, campaign, load, rules.settings)), allowance: account })
  if (affordable === 0) return writeAndBeginNone(dialSchedule.waitOrPause(tx, campaign, shortfall!, load, account, now))
  const reservation = await providerSlots.reserve(tx, engine, affordable)
  if (reservation.count === 0) return writeAndBeginNone(dialSchedule.wait(tx, campaign, 'provider_rate', new Date(now.getTime() + reservation.delayMs)))
  const calls = callable.slice(0, reservation.count).map((lead, index) => ({ ...lead, hold: holds[index]!, number: chooseNumber(lead.lead, numbers) }))
  await dialSchedule.scheduleNext(tx, campaign, capacity.paceAt, now)
  const demands = new Map(calls.flatMap(({ lead, decision }) => (decision.consent ? [[lead.id, decision.consent] as const] : [])))
  return { reservation, demands, calls: await callBatches.commit(tx, { campaign, agent, engine, owner, transfers, calls }) }
}

async function writeAndBeginNone(write: Promise<unknown>): Promise<null> {
  await write
  return null
}

type DecidedLead = { lead: leadCandidates.CandidateLead; decision: Decision }
const isCall = (lead: DecidedLead): lead is DecidedLead & { decision: Extract<Decision, { decision: 'call' }> } => lead.decision.decision === 'call'

/** Keeps calling a lead from the same number, as long as the campaign has it. */
const chooseNumber = ({ id, numberId }: leadCandidates.CandidateLead, numbers: dialLoads.CallerNumber[]) =>
  numbers.find((number) => number.id === numberId) ?? numbers[id % numbers.length]!
