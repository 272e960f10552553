import { z } from 'zod'
import { text } from './common.ts'
import { LowBalance } from './billing.ts'
import { parseMicros } from '../kernel/lib/money.ts'

/** The total limits of an app. Null or missing means no limit. */
export const ConnectedAppLimits = z.object({
  callLimit: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .nullish()
    .describe('Call cap: maximum number of calls in total, including those of campaigns that the app starts.'),
  spendLimit: LowBalance.nullish().describe('Spending cap: maximum cost of calls and messages in total.'),
})
export type ConnectedAppLimits = z.output<typeof ConnectedAppLimits>

/** The access that a user grants to an app. */
export const AppApproval = ConnectedAppLimits.extend({
  workspaceId: z.number().int().positive().describe('Workspace that the app gets access to.'),
  scopes: z.array(text(100)).max(100).describe('Scopes that the app gets, out of those it requested.'),
})
export type AppApproval = z.output<typeof AppApproval>

const Amount = z.string().transform((amount, { addIssue }) => {
  const micros = parseMicros(amount)
  if (micros === null) addIssue({ code: 'custom', message: 'value is not a valid amount' })
  return micros ?? z.NEVER
})

/** The user's answer to an app's request for access, as the dashboard sends it. */
export const ConsentAnswer = z.object({ approve: z.boolean() })
export const ConsentApproval = z.object({
  workspace_id: AppApproval.shape.workspaceId,
  scopes: AppApproval.shape.scopes,
  call_limit: ConnectedAppLimits.shape.callLimit,
  spend_limit: Amount.pipe(LowBalance).nullish(),
})
