import { afterEach, beforeEach } from 'vitest'
import { type Events, on } from '../../src/kernel/events.ts'

/** The `access.revoked` events of the test under way, in their order. */
export function useRevoked(): Events['access.revoked'][] {
  const revoked: Events['access.revoked'][] = []
  let stop: () => void
  beforeEach(() => {
    revoked.length = 0
    stop = on('access.revoked', (event) => revoked.push(event))
  })
  afterEach(() => stop())
  return revoked
}
