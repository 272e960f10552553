/**
 * What is known about a send: a call placed at a voice provider, or a message passed to a carrier. These vendors accept no idempotency keys,
 * and a second request could ring a phone twice. So a send is a row. It is committed as `sending` with its owner, the process that sends it.
 * Only then does the owner ask the vendor, once. No other process ever asks, and none asks again.
 *
 * | State     | Cause                                                                             | Next state |
 * |-----------|-----------------------------------------------------------------------------------|------------|
 * | `waiting` | A job takes the row and becomes its owner.                                        | `sending`  |
 * | `sending` | The vendor accepts it, or reports it by a webhook or in its list.                 | `placed`   |
 * | `sending` | The vendor refuses it, cannot be reached, or proves that it does not have it.     | `refused`  |
 * | `sending` | The owner is late, and asks nothing.                                              | `refused`  |
 * | `sending` | The answer is ambiguous, the owner is dead, or it has not reported in its time.   | `unknown`  |
 * | `unknown` | The vendor lists it, or reports it by a webhook.                                  | `placed`   |
 * | `unknown` | The vendor does not list it, although it has had the time to.                     | `refused`  |
 *
 * `placed` and `refused` are final. Reports may arrive late, twice, or from several processes at once. So the domains check in the statement
 * that records a state, or under the row's lock, that the row may still get it. If the process dies, the row keeps its last state, and the
 * reconciler continues from there. A row stays `unknown` if the vendor can never be asked and reports nothing. A send that was given up may turn
 * out to exist after all, but never the other way round.
 */
export const NEXT_STATES = {
  waiting: ['sending'],
  sending: ['placed', 'refused', 'unknown'],
  unknown: ['placed', 'refused'],
  placed: [],
  refused: [],
} as const

export type SendState = keyof typeof NEXT_STATES
export const SEND_STATES = Object.keys(NEXT_STATES) as SendState[]

export const canBecome = (state: string | null, next: SendState): boolean =>
  ((NEXT_STATES as Record<string, readonly SendState[]>)[state ?? ''] ?? []).includes(next)

/** Lists the states from which a send may get to this one, for the condition of an update. */
export const statesBefore = (next: SendState): SendState[] => SEND_STATES.filter((state) => canBecome(state, next))
