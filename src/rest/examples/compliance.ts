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
  campaigns: 1,
  has_more_campaigns: false,
}
