import { parentPort } from 'node:worker_threads'
import { compile, isQuestion, judge } from './answersJudge.ts'

// Runs as a thread of `answersPool.ts`. The first schema takes longest, and nobody's time: it is ours.
compile({ type: 'object', properties: { ready: { type: 'boolean', format: 'date' } } })

parentPort!.on('message', (question: unknown) => {
  try {
    if (!isQuestion(question)) throw new Error('this is no question')
    const { schema, data } = question
    parentPort!.postMessage({ fitted: data ? judge(schema, data) : (compile(schema), null) })
  } catch (error) {
    parentPort!.postMessage({ error: (error as Error).message })
  }
})
parentPort!.postMessage('ready')
