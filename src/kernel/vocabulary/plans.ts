import { z } from 'zod'
import { clock } from '../lib/clock.ts'
import { checkSpans, isValidAt, type Valid, VALIDITY } from '../lib/validity.ts'

/** What a workspace on a plan may do: requests a minute and a day, campaign calls at once, and minutes of conversation that a month includes. */
export interface PlanLimits {
  rpm: number
  rpd: number
  concurrentCalls: number
  includedMinutes: number
}

/**
 * The plans where the server administrator says nothing else (spec: Limits). What an enterprise's month includes is a matter of agreement. An
 * unknown plan counts as free.
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

/** Megabytes (of a million bytes) that a workspace may keep: documents, knowledge, agents with their versions, uploaded files of leads, data of leads. */
export const STORAGE_MB: Record<Plan, number> = { free: 100, starter: 500, professional: 2_000, business: 10_000, enterprise: 50_000 }

/** Limits of a plan for a time; what it does not name stays as it is in `PLANS` and `STORAGE_MB`. */
export interface PlanTerms extends Valid {
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
  .transform(({ plan, valid_from, valid_to, rpm, rpd, concurrent_calls, included_minutes, storage_mb }): PlanTerms => {
    const given = { rpm, rpd, concurrentCalls: concurrent_calls, includedMinutes: included_minutes }
    const limits = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    return { plan, validFrom: valid_from, validTo: valid_to, limits, storageMb: storage_mb }
  })

/** The file that PLANS_FILE names. */
export const PlansFile = z.strictObject({ plans: z.array(Entry) }).transform((file, ctx) => {
  checkSpans(
    file.plans.map((terms) => ({ ...terms, key: terms.plan })),
    (index, member, message) => ctx.addIssue({ code: 'custom', path: ['plans', index, member], message }),
  )
  return file
})

let terms: readonly PlanTerms[] = []

/** Sets what the server administrator says of the plans; the composition root's to call. */
export const usePlans = (given: readonly PlanTerms[]) => {
  terms = given
}

const nameOf = (plan: string): Plan => (Object.hasOwn(PLANS, plan) ? (plan as Plan) : 'free')
const termsOf = (plan: Plan, at: Date) => terms.find((one) => one.plan === plan && isValidAt(one, at))

/** The limits of a plan at a moment, now unless said otherwise. */
export function limitsOf(plan: string, at: Date = clock.now()): PlanLimits {
  const name = nameOf(plan)
  const given = termsOf(name, at)
  return given ? { ...PLANS[name], ...given.limits } : PLANS[name]
}

/** The bytes that a workspace on a plan may keep at a moment, now unless said otherwise. */
export function storageBytesOf(plan: string, at: Date = clock.now()): number {
  const name = nameOf(plan)
  return (termsOf(name, at)?.storageMb ?? STORAGE_MB[name]) * 1_000_000
}
