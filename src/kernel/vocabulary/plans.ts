import { z } from 'zod'
import { perServer } from '../serverState.ts'
import { clock } from '../lib/clock.ts'
import { checkValidity, isValidAt, type Validity, VALIDITY } from '../lib/validity.ts'

/** Limits of a plan: requests per minute and per day, concurrent campaign calls, and included minutes of conversation per month. */
export interface PlanLimits {
  rpm: number
  rpd: number
  concurrentCalls: number
  includedMinutes: number
}

/**
 * Default limits of the plans (spec: Limits), which the server administrator can override. The included minutes of enterprise plans are
 * negotiated. An unknown plan counts as free.
 */
export const PLANS = {
  free: { rpm: 30, rpd: 1_000, concurrentCalls: 1, includedMinutes: 30 },
  starter: { rpm: 60, rpd: 5_000, concurrentCalls: 5, includedMinutes: 300 },
  professional: { rpm: 120, rpd: 20_000, concurrentCalls: 20, includedMinutes: 1_500 },
  business: { rpm: 300, rpd: 100_000, concurrentCalls: 50, includedMinutes: 6_000 },
  enterprise: { rpm: 600, rpd: 500_000, concurrentCalls: 200, includedMinutes: 0 },
} as const satisfies Record<string, PlanLimits>
export type Plan = keyof typeof PLANS
export const PLAN_NAMES = Object.keys(PLANS) as [Plan, ...Plan[]]

/** Storage of a workspace in megabytes (1,000,000 bytes): documents, knowledge, agents with their versions, uploaded lead files, lead data. */
export const STORAGE_MB: Record<Plan, number> = { free: 100, starter: 500, professional: 2_000, business: 10_000, enterprise: 50_000 }

/** Limits of a plan for a period. Limits that it does not set come from `PLANS` and `STORAGE_MB`. */
export interface PlanOverride extends Validity {
  plan: Plan
  limits: Partial<PlanLimits>
  storageMb?: number
}

const count = (max: number) => z.int().min(1).max(max).optional()
const Entry = z
  .strictObject({
    plan: z.enum(PLAN_NAMES),
    ...VALIDITY,
    rpm: count(1_000_000),
    rpd: count(1_000_000_000),
    concurrent_calls: count(100_000),
    included_minutes: z.int().min(0).max(100_000_000).optional(),
    storage_mb: count(1_000_000_000),
  })
  .transform(({ plan, valid_from, valid_to, rpm, rpd, concurrent_calls, included_minutes, storage_mb }): PlanOverride => {
    const allLimits = { rpm, rpd, concurrentCalls: concurrent_calls, includedMinutes: included_minutes }
    const limits = Object.fromEntries(Object.entries(allLimits).filter(([, value]) => value !== undefined))
    return { plan, validFrom: valid_from, validTo: valid_to, limits, storageMb: storage_mb }
  })

/** Schema of the file in PLANS_FILE. */
export const PlansFile = z.strictObject({ plans: z.array(Entry) }).transform((file, ctx) => {
  checkValidity(
    file.plans.map((terms) => ({ ...terms, key: terms.plan })),
    (index, member, message) => ctx.addIssue({ code: 'custom', path: ['plans', index, member], message }),
  )
  return file
})

/** The server administrator's plan limits. */
export const planOverrides = perServer<readonly PlanOverride[]>(() => [])

const nameOf = (plan: string): Plan => (Object.hasOwn(PLANS, plan) ? (plan as Plan) : 'free')
const overrideOf = (plan: Plan, at: Date) => planOverrides().find((override) => override.plan === plan && isValidAt(override, at))

/** Returns the limits of a plan at a given time; defaults to now. */
export function limitsOf(plan: string, at: Date = clock.now()): PlanLimits {
  const name = nameOf(plan)
  const override = overrideOf(name, at)
  return override ? { ...PLANS[name], ...override.limits } : PLANS[name]
}

/** Returns the storage limit of a plan in bytes at a given time; defaults to now. */
export function storageBytesOf(plan: string, at: Date = clock.now()): number {
  const name = nameOf(plan)
  return (overrideOf(name, at)?.storageMb ?? STORAGE_MB[name]) * 1_000_000
}
