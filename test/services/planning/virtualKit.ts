import type { ConsentPolicy } from '../../../src/services/compliance/consentRules.ts'
import { assumptionsOf, type Assumptions } from '../../../src/inputs/dryRuns.ts'
import { DEFAULT_SETTINGS, type CampaignSettings } from '../../../src/inputs/campaignSettings.ts'
import {
  simulate,
  type SimulatedCall,
  type SimulationContext,
  type SimulationResult,
  type VirtualLead,
} from '../../../src/services/planning/dryRun/dryRunSimulation.ts'

/** Creates a pending lead that was never called. */
export const leadOf = (id: number, overrides: Partial<VirtualLead> = {}): VirtualLead => ({
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
  register: null,
  isOnTheLine: false,
  consents: [],
  ...overrides,
})

export const leadsOf = (count: number, overrides: (id: number) => Partial<VirtualLead> = () => ({})) =>
  Array.from({ length: count }, (_, i) => leadOf(i + 1, overrides(i + 1)))

export type ContextOverrides = Partial<Omit<SimulationContext, 'rules'>> & { settings?: Partial<CampaignSettings>; isLegal?: boolean; consent?: ConsentPolicy }

/** Creates a simulation context with ample funds and capacity. June 2, 2026 is a Tuesday. */
export const createContext = ({ settings, isLegal = false, consent, ...overrides }: ContextOverrides): SimulationContext => ({
  leads: leadsOf(10),
  rules: { settings: { ...DEFAULT_SETTINGS, ...settings }, isLegal, consent: consent ?? null, pace: 1 },
  money: { available: 1_000_000_000_000n, budgetLeft: null, includedSeconds: 0, usedSeconds: 0 },
  slots: null,
  providerRate: null,
  workspaceLimit: 200,
  startsAt: null,
  endsAt: null,
  maxCallSeconds: 600,
  beginsAt: new Date('2026-06-02T12:00Z'),
  zone: 'UTC',
  ...overrides,
})

export function runSimulation(overrides: ContextOverrides, assumptions: Partial<Assumptions> = {}, calls: SimulatedCall[] = []): SimulationResult {
  const simulation = simulate(createContext(overrides), assumptionsOf(assumptions))
  for (;;) {
    const step = simulation.next()
    if (step.done) return step.value
    if (step.value) calls.push(step.value)
  }
}
