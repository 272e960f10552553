import { type Answer, createHtmlPage, type Outcome, Refusal } from '../wire/http.ts'
import type { Placement } from './testNumbers.ts'

/** A vendor's errors for refused placements. */
export type PlacementErrors = Record<'http400' | 'http401' | 'http402' | 'unknown_asset' | 'http429' | 'http500', [status: number, message: string]>

/** Returns or throws the error that the called number demands before a call is placed; null if none. */
export function rejectPlacement(placement: Placement, errors: PlacementErrors): Answer | null {
  if (placement === 'http503_page') return createHtmlPage(503)
  const error = Object.hasOwn(errors, placement) ? errors[placement as keyof PlacementErrors] : null
  if (error) throw new Refusal(...error, placement === 'http429' ? { 'retry-after': '1' } : {})
  return null
}

/** The response to a placed call: the actual one, or one that hides the call. */
export function placementOutcomeOf(placement: Placement, answer: Answer, { http500 }: PlacementErrors): Outcome {
  if (placement === 'hang_placed') return 'hang'
  if (placement === 'reset_placed') return 'reset'
  if (placement === 'http500_placed') throw new Refusal(...http500)
  return answer
}
