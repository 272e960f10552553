export const billingUsage = {
  plan: 'professional',
  period_start: '2026-11-01T00:00:00.000Z',
  period_end: '2026-12-01T00:00:00.000Z',
  included_minutes: 1_500,
  used_minutes: 312.45,
  remaining_minutes: 1_187.55,
  limits: { rpm: 120, rpd: 20_000, concurrent_calls: 20 },
  wallet: { balance: '81.4000', held: '1.2000', currency: 'USD' },
}
