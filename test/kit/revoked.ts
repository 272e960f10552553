import { afterEach, beforeEach } from 'vitest'
import { type Events, onEvent } from '../../src/kernel/events.ts'

/** The `access.revoked` events of the test under way, in their order. */
export function useRevoked(): Events['access.revoked'][] {
  const revoked: Events['access.revoked'][] = []
  let stop: () => void
  beforeEach(() => {
    revoked.length = 0
    stop = onEvent('access.revoked', (event) => revoked.push(event))
  })
  afterEach(() => stop())
  return revoked
}
