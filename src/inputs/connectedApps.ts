import { z } from 'zod'
import { text } from './common.ts'
import { LowBalance } from './billing.ts'
import { parseMicros } from '../kernel/lib/money.ts'

/** How much an app may do on its person's account; null or absent has no limit. */
export const AppCaps = z.object({
  callCap: z.number().int().min(0).max(1_000_000).nullish().describe('How many calls it may place in all, itself or by campaigns that it starts'),
  spendCap: LowBalance.nullish().describe('What its calls and texts may cost in all'),
})
export type AppCaps = z.output<typeof AppCaps>

/** What a person grants to an app that asked for it. */
export const AppApproval = AppCaps.extend({
  workspaceId: z.number().int().positive().describe('The workspace it is given access to'),
  scopes: z.array(text(100)).max(100).describe('What it may do there, of what it asked for'),
})
export type AppApproval = z.output<typeof AppApproval>

const Amount = z.string().transform((amount, { addIssue }) => {
  const micros = parseMicros(amount)
  if (micros === null) addIssue({ code: 'custom', message: 'value is not a valid amount' })
  return micros ?? z.NEVER
})

/** What a person answers to an app that asks for access, as the page of the dashboard sends it. */
export const ConsentAnswer = z.object({ approve: z.boolean() })
export const ConsentApproval = z.object({
  workspace_id: AppApproval.shape.workspaceId,
  scopes: AppApproval.shape.scopes,
  call_cap: AppCaps.shape.callCap,
  spend_cap: Amount.pipe(LowBalance).nullish(),
})
