/** The review of a workspace whose marketing campaign calls the United States without their register. */
export const complianceReview = {
  checked_at: '2026-11-28T09:00:00.000Z',
  issues: [
    {
      code: 'register_missing',
      status: 'missing',
      details: { country: 'US', campaigns: ['Winter'] },
      message: 'The law of US demands that marketing calls respect its do-not-call register, and none is loaded. These campaigns call there: Winter.',
      action: 'Load the register, or have the server administrator load it for all workspaces.',
      path: '/dnc',
    },
  ],
  rules: [{ table: 'calling_hours', version: '2026-11-21.1-52c3a1f0' }],
  rule_changes: [
    {
      changed_at: '2026-11-27T03:00:00.000Z',
      table: 'calling_hours',
      place: 'US-FL',
      before: 'Mon-Fri 08:00-21:00, Sat 08:00-21:00, Sun 08:00-21:00, at most 3 calls in 24 hours',
      after: 'Mon-Fri 08:00-20:00, Sat 08:00-20:00, Sun 08:00-20:00, at most 3 calls in 24 hours',
    },
  ],
  campaigns: 1,
  has_more_campaigns: false,
}
