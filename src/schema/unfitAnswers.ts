import type { Unfit } from '../services/extraction/answersJudge.ts'
import { builder } from './builder.ts'

export const UnfitAnswer = builder.objectRef<Unfit>('UnfitAnswer').implement({
  description: 'An answer that does not fit what was asked, kept apart from those that do',
  fields: (t) => ({
    field: t.exposeString('field', { nullable: true, description: 'Null where it is about the answers as a whole' }),
    value: t.field({ type: 'JSON', nullable: true, resolve: ({ value }) => value, description: 'What was answered; null where a required answer is missing' }),
    error: t.exposeString('error', { description: 'Why it does not fit' }),
  }),
})
