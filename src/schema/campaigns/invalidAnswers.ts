import type { AnswerError } from '../../services/extraction/answerValidation.ts'
import { builder } from '../base/builder.ts'

export const InvalidAnswer = builder.objectRef<AnswerError>('InvalidAnswer').implement({
  description: 'Answer that failed validation, kept apart from the valid answers.',
  fields: (t) => ({
    field: t.exposeString('field', { nullable: true, description: 'Field of the answer. `null` if the error concerns all answers.' }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      resolve: ({ value }) => value,
      description: 'Value of the answer. `null` if a required answer is missing.',
    }),
    error: t.exposeString('error', { description: 'Why the answer is invalid.' }),
  }),
})
