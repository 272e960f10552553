/**
 * Requests a minute and a day (spec: Limits), and the minutes of conversation that a month includes, which for an
 * enterprise are a matter of agreement. An unknown plan counts as free.
 */
export const PLANS = {
  free: { rpm: 30, rpd: 1_000, concurrentCalls: 1, includedMinutes: 30 },
  starter: { rpm: 60, rpd: 5_000, concurrentCalls: 5, includedMinutes: 300 },
  professional: { rpm: 120, rpd: 20_000, concurrentCalls: 20, includedMinutes: 1_500 },
  business: { rpm: 300, rpd: 100_000, concurrentCalls: 50, includedMinutes: 6_000 },
  enterprise: { rpm: 600, rpd: 500_000, concurrentCalls: 200, includedMinutes: 0 },
} as const
export type Plan = keyof typeof PLANS
export const PLAN_NAMES = Object.keys(PLANS) as [Plan, ...Plan[]]

export const limitsOf = (plan: string) => PLANS[plan as Plan] ?? PLANS.free
