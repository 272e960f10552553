/** Requests a minute and a day (spec: Limits); an unknown plan counts as free. */
export const PLANS = {
  free: { rpm: 30, rpd: 1_000, concurrentCalls: 1 },
  starter: { rpm: 60, rpd: 5_000, concurrentCalls: 5 },
  professional: { rpm: 120, rpd: 20_000, concurrentCalls: 20 },
  business: { rpm: 300, rpd: 100_000, concurrentCalls: 50 },
  enterprise: { rpm: 600, rpd: 500_000, concurrentCalls: 200 },
} as const
export type Plan = keyof typeof PLANS
export const PLAN_NAMES = Object.keys(PLANS) as [Plan, ...Plan[]]

export const limitsOf = (plan: string) => PLANS[plan as Plan] ?? PLANS.free
