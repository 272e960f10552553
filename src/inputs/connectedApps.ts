import { z } from 'zod'
import { text } from './common.ts'
import { LowBalance } from './billing.ts'

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
