import { timeouts } from '../../../src/services/shared/sending/sendOnce.ts'
import { scaledTimeout } from '../runner/slowness.ts'

/**
 * Gives providers and carriers `answerMs` milliseconds for their answer, and look-ups their usual time or `lookUpMs`, both longer on a slow machine.
 * Returns a function that restores the timeouts.
 */
export function setSendTimeouts(answerMs: number, lookUpMs = timeouts.lookUpMs): () => void {
  const original = { ...timeouts }
  Object.assign(timeouts, { answerMs: scaledTimeout(answerMs), lookUpMs: scaledTimeout(lookUpMs) })
  return () => void Object.assign(timeouts, original)
}
