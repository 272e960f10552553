import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Actor } from '../../src/kernel/vocabulary/actor.ts'
import { anyWorkspace, db, transaction } from '../../src/kernel/db/db.ts'
import * as deliveries from '../../src/services/webhooks/deliveries.ts'
import * as attemptRecords from '../../src/services/webhooks/attemptRecords.ts'
import * as webhooks from '../../src/services/webhooks/webhooks.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import type { Reply } from '../kit/fakes/webhookReceiver.ts'

/** Answers with these statuses in turn, and then always with the last. */
export const status =
  (...statuses: number[]): Reply =>
  (response, nth) => {
    response.writeHead(statuses[Math.min(nth, statuses.length) - 1]!).end(`answer ${nth}`)
  }

/** The delays outside tests. */
export const SLOW = [...attemptRecords.RETRY_DELAYS_MS]

/** Allows receivers on this machine and removes the delay between attempts. Each file that needs this calls it. */
export function useQuickRetries() {
  beforeAll(() => {
    settings.allowPrivateWebhooks = true
  })
  afterAll(() => {
    settings.allowPrivateWebhooks = false
  })
  beforeEach(() => {
    attemptRecords.RETRY_DELAYS_MS.splice(0, 2, 20, 40)
  })
  afterEach(() => {
    settings.allowPrivateWebhooks = true
    attemptRecords.RETRY_DELAYS_MS.splice(0, 2, ...SLOW)
  })
}

export async function workspace(url: string) {
  const { id } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  const actor: Actor = { kind: 'key', workspaceId: id, scopes: new Set() }
  const { secret } = await webhooks.update(actor, { url })
  return { actor, secret: secret! }
}
export const enqueue = async ({ workspaceId }: Actor, eventId = '1') => {
  await transaction((tx) => deliveries.enqueue(tx, { workspaceId, type: 'call.completed', eventId, data: { note: 'Grüße 👋' } }))
  return Number((await db.webhookDelivery.findFirstOrThrow({ where: { workspaceId, eventId } })).id)
}
