import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import { close } from '../../../src/services/calls/progress/callClosing.ts'
import * as operator from '../../../src/services/operator/operator.ts'
import { holdAmount } from '../../../src/services/billing/pricing.ts'
import { holdFunds } from '../billing/billingKit.ts'

/** How a call ends. `agent`, `campaign` and `number` are indexes among those of the workspace, or null. */
export interface Ending {
  status: string
  outcome: string | null
  seconds: number
  to: string
  country: string | null
  direction: string
  agent: number | null
  campaign: number | null
  number: number | null
  endedAt: Date
}

/** Creates a workspace with two agents, campaigns and numbers. */
export async function createStatsWorkspace(plan: 'enterprise' | 'free' = 'enterprise') {
  const { workspaceId } = await operator.createTenant({ name: 'Counted', plan, credit: 1_000_000_000n })
  const agentFields = { workspaceId, lang: 'en-US', voiceEngine: 'retell', model: 'gpt-4.1-mini', generalTools: [], postCallAnalysisData: [] }
  const agents = await anyWorkspace.agent.createManyAndReturn({ data: ['Ada', 'Bea'].map((name) => ({ ...agentFields, name })) })
  const campaigns = await anyWorkspace.campaign.createManyAndReturn({ data: ['Autumn', 'Winter'].map((name) => ({ workspaceId, name })) })
  const numbers = await anyWorkspace.phoneNumber.createManyAndReturn({
    data: [1, 2].map((n) => ({ workspaceId, carrier: 'sip', phoneNumber: `+4930${workspaceId * 10 + n}00000` })),
  })
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  return { workspaceId, agents: ids(agents), campaigns: ids(campaigns), numbers: ids(numbers) }
}
export type StatsWorkspace = Awaited<ReturnType<typeof createStatsWorkspace>>

let lines = 0
/** Returns a new number of the same location each time, because a campaign calls no number twice at once. */
const lineAt = (number: string) => `${number.slice(0, -4)}${1_000 + ((lines += 1) % 9_000)}`

/** Creates an ended call with its reservation, and returns a function that closes it. */
export async function createEndedCall({ workspaceId, agents, campaigns, numbers }: StatsWorkspace, ending: Ending) {
  const { seconds, to, agent, campaign, number, ...facts } = ending
  const { id } = await anyWorkspace.call.create({
    data: {
      ...facts,
      workspaceId,
      ref: randomUUID(),
      toNumber: lineAt(to),
      durationSeconds: seconds,
      agentId: agent === null ? null : agents[agent]!,
      campaignId: campaign === null ? null : campaigns[campaign]!,
      numberId: number === null ? null : numbers[number]!,
      fromNumber: '+12125550001',
      provider: 'retell',
      providerAgent: {},
      recorded: true,
      recordingReason: 'enabled',
      detail: { create: {} },
    },
  })
  await holdFunds(workspaceId, id, holdAmount(to))
  return { id, close: () => transaction((tx) => close(tx, workspaceId, id)) }
}

export async function closeCalls(workspace: StatsWorkspace, endings: readonly Ending[]) {
  for (const ending of endings) await (await createEndedCall(workspace, ending)).close()
}

/** Edge cases: clock changes, ends of days and months, edges of slots. */
const EDGES = [
  '2026-03-08T06:59:59.999Z',
  '2026-03-08T07:00:00.000Z',
  '2026-03-29T00:59:59.999Z',
  '2026-03-29T01:00:00.000Z',
  '2026-04-04T15:45:00.000Z',
  '2026-10-25T00:30:00.000Z',
  '2026-10-25T01:00:00.000Z',
  '2026-11-01T05:15:00.000Z',
  '2026-11-01T06:15:00.000Z',
  '2026-10-31T18:14:59.999Z',
  '2026-10-31T18:15:00.000Z',
  '2026-10-31T23:59:59.999Z',
  '2026-11-01T00:00:00.000Z',
].map((text) => new Date(text))
export const moment = fc.oneof(
  fc.constantFrom(...EDGES),
  fc.date({ min: new Date('2026-10-20T00:00:00Z'), max: new Date('2026-11-05T00:00:00Z'), noInvalidDate: true }),
  fc.date({ min: new Date('2026-03-01T00:00:00Z'), max: new Date('2026-04-10T00:00:00Z'), noInvalidDate: true }),
)

const which = fc.constantFrom(null, 0, 1)
const ended = fc.oneof(
  fc.record({ status: fc.constant('completed'), outcome: fc.constantFrom('success', 'not_interested', 'callback', 'unknown', null), seconds: fc.nat(900) }),
  fc
    .record({ status: fc.constantFrom('voicemail', 'no_answer', 'busy', 'failed'), seconds: fc.constantFrom(0, 7) })
    .map((one) => ({ ...one, outcome: one.status })),
  fc.constant({ status: 'canceled', outcome: null, seconds: 0 }),
)
const called = fc.constantFrom({ to: '+12125550100', country: 'US' }, { to: '+442079460100', country: 'GB' }, { to: '+88213000000', country: null })

/** Generates endings of calls. */
export const ending: fc.Arbitrary<Ending> = fc
  .tuple(
    ended,
    called,
    fc.record({ direction: fc.constantFrom('outbound', 'outbound', 'inbound'), agent: which, campaign: which, number: which, endedAt: moment }),
  )
  .map(([how, where, who]) => ({ ...how, ...where, ...who }))
