import { type Answer, htmlPage, type Outcome, Refusal } from '../wire/http.ts'
import type { Placement } from './magic.ts'

/** A vendor's words for the placements it refuses. */
export type Refusals = Record<'http400' | 'http401' | 'http402' | 'unknown_asset' | 'http429' | 'http500', [status: number, message: string]>

/** The refusal that the called number asks for, before anything is placed; null when there is none. Throws those in the vendor's words. */
export function refusedPlacement(placement: Placement, refusals: Refusals): Answer | null {
  if (placement === 'http503_page') return htmlPage(503)
  const refusal = Object.hasOwn(refusals, placement) ? refusals[placement as keyof Refusals] : null
  if (refusal) throw new Refusal(...refusal, placement === 'http429' ? { 'retry-after': '1' } : {})
  return null
}

/** How a call that was placed is answered: truly, or as if it had not been. */
export function placementOutcome(placement: Placement, answer: Answer, { http500 }: Refusals): Outcome {
  if (placement === 'hang_placed') return 'hang'
  if (placement === 'reset_placed') return 'reset'
  if (placement === 'http500_placed') throw new Refusal(...http500)
  return answer
}
