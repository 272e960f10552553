import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { locate } from '../../compliance/leadLocations.ts'
import { namesOf } from '../preflight/consentCounts.ts'

/** Leads that are located before other work runs. */
export const LEADS_A_TURN = 50

/** Returns the names of the places where leads are, as rules know them. Lets other work run in between: a workspace has up to 100,000 of them. */
export async function placesOf(leads: Iterable<Parameters<typeof locate>[0]>): Promise<Set<string>> {
  const places = new Set<string>()
  let located = 0
  for (const lead of leads) {
    for (const name of namesOf(locate(lead))) places.add(name)
    if (++located % LEADS_A_TURN === 0) await yieldToEventLoop()
  }
  return places
}
