import { z } from 'zod'
import { text } from './common.ts'

/** The leads to call again, by the outcome of their last call. */
export const RequeueLeadsInput = z.object({
  outcomes: z.array(text(100, 1)).min(1).max(50).describe('Outcomes of the last call, such as `no_answer` or `voicemail`.'),
})
export type RequeueLeadsInput = z.output<typeof RequeueLeadsInput>
