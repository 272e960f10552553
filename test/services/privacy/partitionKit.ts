import { beforeEach } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { stopClock } from '../../kit/waiting/clock.ts'

/** Stops the clock at a time in UTC. */
export const at = (text: string) => stopClock(new Date(`${text}Z`))

/** Prepares a database for this file, and empties its events and deliveries before each test. Returns what adds rows for a new workspace. */
export function usePartitions() {
  useDatabase()
  let workspaceId: number
  beforeEach(async () => {
    workspaceId = (await anyWorkspace.workspace.create({ data: { name: 'Acme' } })).id
    for (const table of ['provider_events', 'provider_event_keys', 'pending_provider_events', 'webhook_deliveries', 'webhook_attempts'])
      await pool.query(`delete from ${table}`)
  })
  return {
    workspaceId: () => workspaceId,
    /** Returns an event of a provider that is not stored yet. */
    event: (dedupeKey: string) => ({
      provider: 'retell' as const,
      owner: { kind: 'agent' as const, workspaceId, id: 1 },
      dedupeKey,
      text: '{}',
      hasAudio: false,
      providerCallId: null,
      ref: null,
    }),
    addDelivery: (eventId: string, createdAt: Date, status = 'delivered') =>
      anyWorkspace.webhookDelivery.create({
        data: { workspaceId, eventType: 'call.completed', eventId, dedupeKey: `call.completed:${eventId}`, url: '', body: '{}', status, createdAt },
      }),
  }
}
