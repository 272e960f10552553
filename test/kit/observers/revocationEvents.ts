import { afterEach, beforeEach } from 'vitest'
import { type Events, onEvent } from '../../../src/kernel/events.ts'

/** The `access.revoked` events of the current test, oldest first. */
export function useRevocationEvents(): Events['access.revoked'][] {
  const events: Events['access.revoked'][] = []
  let stop: () => void
  beforeEach(() => {
    events.length = 0
    stop = onEvent('access.revoked', (event) => events.push(event))
  })
  afterEach(() => stop())
  return events
}
