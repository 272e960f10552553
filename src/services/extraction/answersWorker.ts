import { serveQuestions } from '../../kernel/threads/threadWork.ts'
import { compile, evaluate, isQuestion } from './answerValidation.ts'

// Runs as a thread of `answersPool.ts`. Compiling the first schema takes longest, so it happens at the start and not during a request.
compile({ type: 'object', properties: { ready: { type: 'boolean', format: 'date' } } })

serveQuestions(function* (question) {
  if (!isQuestion(question)) throw new Error('the message is not a question')
  yield evaluate(question)
})
