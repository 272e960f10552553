import { serveQuestions } from '../../kernel/threads/threadWork.ts'
import { compile, isQuestion, validate } from './answerValidation.ts'

// Runs as a thread of `answersPool.ts`. The first schema takes longest, and nobody's time: it is ours.
compile({ type: 'object', properties: { ready: { type: 'boolean', format: 'date' } } })

serveQuestions(function* (question) {
  if (!isQuestion(question)) throw new Error('this is no question')
  const { schema, data } = question
  try {
    yield { fitted: data ? validate(schema, data) : (compile(schema), null) }
  } catch (error) {
    yield { error: (error as Error).message }
  }
})
