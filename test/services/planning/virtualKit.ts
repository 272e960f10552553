import { assumptionsOf, type Assumptions } from '../../../src/inputs/dryRuns.ts'
import { DEFAULT_SETTINGS, type CampaignSettings } from '../../../src/inputs/campaignSettings.ts'
import {
  simulate,
  type SimulatedCall,
  type SimulationContext,
  type SimulationResult,
  type VirtualLead,
} from '../../../src/services/planning/dryRun/dryRunSimulation.ts'

/** A lead that waits and was never called. */
export const leadOf = (id: number, some: Partial<VirtualLead> = {}): VirtualLead => ({
  id,
  phoneNumber: `+1212555${String(id).padStart(4, '0')}`,
  data: {},
  attempts: 0,
  refusals: 0,
  nextAttemptAt: null,
  attemptTimes: [],
  callTimes: [],
  refusedAt: null,
  isListed: false,
  isOnTheLine: false,
  ...some,
})

export const leadsOf = (count: number, some: (id: number) => Partial<VirtualLead> = () => ({})) =>
  Array.from({ length: count }, (_, i) => leadOf(i + 1, some(i + 1)))

export type SomeGround = Partial<Omit<SimulationContext, 'rules'>> & { settings?: Partial<CampaignSettings>; isLegal?: boolean }

/** A campaign with money and room enough. 2 June 2026 is a Tuesday. */
export const groundWith = ({ settings, isLegal = false, ...some }: SomeGround): SimulationContext => ({
  leads: leadsOf(10),
  rules: { settings: { ...DEFAULT_SETTINGS, ...settings }, isLegal, pace: 1 },
  money: { available: 1_000_000_000_000n, budgetLeft: null, includedSeconds: 0, usedSeconds: 0 },
  slots: null,
  providerRate: null,
  workspaceLimit: 200,
  startsAt: null,
  endsAt: null,
  longest: 600,
  begins: new Date('2026-06-02T12:00Z'),
  zone: 'UTC',
  ...some,
})

export function playAll(some: SomeGround, assumed: Partial<Assumptions> = {}, told: SimulatedCall[] = []): SimulationResult {
  const course = simulate(groundWith(some), assumptionsOf(assumed))
  for (;;) {
    const step = course.next()
    if (step.done) return step.value
    if (step.value) told.push(step.value)
  }
}
