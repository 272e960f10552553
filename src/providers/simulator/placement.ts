import { type Answer, type Outcome, Refusal } from './http.ts'
import type { Placement } from './scenario.ts'

type Refusals = Record<400 | 402 | 429 | 500, string>

/** Throws the refusal that the called number asks for, before anything is placed. */
export function refusePlacement(placement: Placement, words: Refusals): void {
  if (placement === 'http400') throw new Refusal(400, words[400])
  if (placement === 'http402') throw new Refusal(402, words[402])
  if (placement === 'http429') throw new Refusal(429, words[429], { 'retry-after': '1' })
  if (placement === 'http500') throw new Refusal(500, words[500])
}

/** How a call that was placed is answered: truly, or as if it had not been. */
export function placementOutcome(placement: Placement, answer: Answer, failed: string): Outcome {
  if (placement === 'hang_placed') return 'hang'
  if (placement === 'reset_placed') return 'reset'
  if (placement === 'http500_placed') throw new Refusal(500, failed)
  return answer
}
