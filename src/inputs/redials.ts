import { z } from 'zod'
import { text } from './common.ts'

/** Leads that are to be called once more, by what their last call came to. */
export const RequeueLeadsInput = z.object({
  outcomes: z.array(text(100, 1)).min(1).max(50).describe('Outcomes of the last call, such as `no_answer` or `voicemail`.'),
})
export type RequeueLeadsInput = z.output<typeof RequeueLeadsInput>
