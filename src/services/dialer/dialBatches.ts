import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import type { Agent, Call, Campaign } from '../../generated/prisma/client.ts'
import { currentOwner } from '../../kernel/liveness.ts'
import { columns, query, sql } from '../../kernel/db/sql.ts'
import * as appAllowances from '../billing/appAllowances.ts'
import * as campaignEvents from '../campaigns/campaignEvents.ts'
import { FIELDS } from '../campaigns/campaigns.ts'
import * as dialCandidates from './dialCandidates.ts'
import * as dialCommits from './dialCommits.ts'
import { type Decision, decide } from '../campaigns/rules/dialDecisions.ts'
import * as dialLoads from './dialLoads.ts'
import { coveredBy, roomFor } from '../campaigns/rules/dialRoom.ts'
import { rulesOf } from '../campaigns/rules/dialRules.ts'
import * as dialStops from './dialStops.ts'
import * as providerSlots from '../voiceProviders/providerSlots.ts'
import { holdAmount } from '../billing/pricing.ts'
import * as transferRules from '../agents/transferRules.ts'
import { publishedConfigOf, publishedOf } from '../shared/jsonColumns.ts'

/** Calls of one campaign that are committed and are to be sent now, by the process that committed them. */
export interface Batch {
  campaign: Campaign
  agent: Agent
  calls: Call[]
  owner: string
  /** When the claim began, by `performance.now()`. */
  begun: number
}

/**
 * Takes the next campaign that is due and begins the calls that may begin now: everything that could forbid one is looked
 * at in this transaction, with the campaign locked against pausing and against other dialers, and calls of its workspace
 * begun one batch after another. Answers the batch, or none where no call began; null when no campaign is due. If the process
 * dies before the commit nothing happened; after it the calls are committed intents, never sent by anybody else, which the
 * watchdog ends as `not_placed`.
 */
export async function claim(): Promise<Batch[] | null> {
  const owner = currentOwner()
  if (!owner || !(await isAnyDue())) return null
  const begun = performance.now()
  return transaction(async (tx) => {
    const now = clock.now()
    const campaign = await take(tx, now)
    if (!campaign) return null
    campaignEvents.announce(tx, campaign)
    const agent = await dialLoads.agentOf(tx, campaign)
    if (!agent) return none(dialStops.pause(tx, campaign, 'agent_not_published'))
    const calls = await begin(tx, campaign, agent, owner, now)
    return calls.length > 0 ? [{ campaign, agent, calls, owner, begun }] : []
  })
}

/** Asked first, on its own: a transaction for every look would be most of what an idle server does. */
const isAnyDue = async () => (await query(sql`select from campaigns where status = 'running' and dial_at <= ${clock.now()} limit 1`)).length > 0

async function take(tx: Tx, now: Date): Promise<Campaign | null> {
  const [campaign] = await tx.$queryRaw<Campaign[]>`
    select ${columns(FIELDS)} from campaigns where status = 'running' and dial_at <= ${now} order by dial_at limit 1 for no key update skip locked`
  return campaign ?? null
}

/** The calls that begin now; none says in the campaign's row what it waits for, or that it is paused or over. */
async function begin(tx: Tx, campaign: Campaign, agent: Agent, owner: string, now: Date): Promise<Call[]> {
  const engine = publishedOf(agent)!.engine
  const rules = rulesOf(campaign, engine)
  const numbers = await dialLoads.numbersOf(tx, campaign, rules.settings, engine)
  if (numbers.length === 0) return none(dialStops.pause(tx, campaign, 'no_number'))
  const load = await dialLoads.read(tx, campaign, rules.settings, engine)
  const account = await appAllowances.hold(tx, campaign)
  if (account && !account.isLive) return none(dialStops.pause(tx, campaign, 'app_revoked', { app: account.app }))
  const room = roomFor(load, rules.settings, now)
  if ('stop' in room) return none(dialStops.pause(tx, campaign, room.stop, room.facts))
  if ('reason' in room) return none(dialStops.wait(tx, campaign, room.reason, room.until))

  const leads = await dialCandidates.next(tx, campaign, room.calls, now)
  if (leads.length === 0) return none(dialStops.idle(tx, campaign, engine, now))
  const decided = leads.map((lead) => ({ lead, decision: decide(lead, rules, now) }))
  await dialCandidates.leave(tx, campaign, decided)
  const wanted = decided.filter(isCall).slice(0, room.calls)
  if (wanted.length === 0) return none(dialStops.lookAgain(tx, campaign, now))

  const transfers = await transferRules.reachOf(tx, agent)
  const blocked = transferRules.publishedProblem(agent) !== null || (await transferRules.listedAmong(tx, campaign.workspaceId, transfers)) !== null
  if (blocked) return none(dialStops.pause(tx, campaign, 'transfer_blocked'))
  const seconds = publishedConfigOf(agent)!.maxDurationSeconds
  const holds = wanted.map(({ lead }) => holdAmount(transferRules.dearest(lead.phoneNumber, transfers), seconds))
  const { covered, short } = coveredBy(holds, { ...(await dialLoads.money(tx, campaign, load, rules.settings)), allowance: account })
  if (covered === 0) return none(dialStops.shortOf(tx, campaign, short!, load, account, now))
  if ((await providerSlots.takeTurn(tx, engine)) === 0) return none(dialStops.wait(tx, campaign, 'provider_rate', dialStops.soon(now)))
  const calls = wanted.slice(0, covered).map((one, index) => ({ ...one, hold: holds[index]!, number: numberFor(one.lead, numbers) }))
  await dialStops.goOn(tx, campaign, room.paceAt, now)
  return dialCommits.commit(tx, { campaign, agent, engine, owner, transfers, calls })
}

const none = async (said: Promise<unknown>): Promise<[]> => (await said, [])

type Decided = { lead: dialCandidates.CandidateLead; decision: Decision }
const isCall = (one: Decided): one is Decided & { decision: Extract<Decision, { verdict: 'call' }> } => one.decision.verdict === 'call'

/** A lead is always called from the same number, as long as the campaign has it. */
const numberFor = ({ id, numberId }: dialCandidates.CandidateLead, numbers: dialLoads.CallerNumber[]) =>
  numbers.find((number) => number.id === numberId) ?? numbers[id % numbers.length]!
