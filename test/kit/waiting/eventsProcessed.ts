import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { waitFor } from './waitFor.ts'

/** Whether all stored events of voice providers are processed. */
export const areEventsProcessed = async () => (await anyWorkspace.pendingProviderEvent.count()) === 0

export const waitForEvents = () => waitFor('the webhooks of voice providers to be processed', areEventsProcessed)

/** Returns the stored events of a call that are processed. */
export async function listProcessed(callId: number) {
  const events = await anyWorkspace.providerEvent.findMany({ where: { callId } })
  const pending = await anyWorkspace.pendingProviderEvent.findMany({ where: { eventId: { in: events.map(({ id }) => id) } } })
  return events.filter(({ id }) => !pending.some(({ eventId }) => eventId === id))
}
