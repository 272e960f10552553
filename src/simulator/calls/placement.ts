import { type Answer, htmlPage, type Outcome, Refusal } from '../wire/http.ts'
import type { Placement } from './testNumbers.ts'

/** A vendor's words for the placements it refuses. */
export type PlacementErrors = Record<'http400' | 'http401' | 'http402' | 'unknown_asset' | 'http429' | 'http500', [status: number, message: string]>

/** The refusal that the called number asks for, before anything is placed; null when there is none. Throws those in the vendor's words. */
export function rejectPlacement(placement: Placement, errors: PlacementErrors): Answer | null {
  if (placement === 'http503_page') return htmlPage(503)
  const error = Object.hasOwn(errors, placement) ? errors[placement as keyof PlacementErrors] : null
  if (error) throw new Refusal(...error, placement === 'http429' ? { 'retry-after': '1' } : {})
  return null
}

/** How a call that was placed is answered: truly, or as if it had not been. */
export function placementOutcomeOf(placement: Placement, answer: Answer, { http500 }: PlacementErrors): Outcome {
  if (placement === 'hang_placed') return 'hang'
  if (placement === 'reset_placed') return 'reset'
  if (placement === 'http500_placed') throw new Refusal(...http500)
  return answer
}
