import { serveQuestions } from '../../kernel/threads/threadWork.ts'
import { compile, isQuestion, validate } from './answerValidation.ts'

// Runs as a thread of `answersPool.ts`. Compiling the first schema takes longest, so it happens at the start and not during a request.
compile({ type: 'object', properties: { ready: { type: 'boolean', format: 'date' } } })

serveQuestions(function* (question) {
  if (!isQuestion(question)) throw new Error('the message is not a question')
  const { schema, data } = question
  try {
    yield { validation: data ? validate(schema, data) : (compile(schema), null) }
  } catch (error) {
    yield { error: (error as Error).message }
  }
})
