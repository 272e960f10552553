import { expect, test } from 'vitest'
import { EVENT_TYPES } from '../../../src/inputs/webhooks.ts'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import * as deliveries from '../../../src/services/webhooks/deliveries.ts'
import * as webhooks from '../../../src/services/webhooks/webhooks.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

/** Returns the types that a workspace with this subscription is sent, of one event of each type. */
async function typesSentTo(events: string[]) {
  const { id: workspaceId } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  await webhooks.update({ kind: 'key', workspaceId, scopes: new Set() }, { url: 'https://example.com/hook', events })
  for (const type of EVENT_TYPES) await transaction((tx) => deliveries.enqueue(tx, { workspaceId, type, eventId: '1', data: {} }))
  const sent = await anyWorkspace.webhookDelivery.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } })
  return sent.map(({ eventType }) => eventType)
}

test.each(EVENT_TYPES)('a workspace that subscribes only to %s is sent no other events', async (type) => {
  expect(await typesSentTo([type])).toEqual([type])
})

test('a workspace with an empty list is sent events of all types', async () => {
  expect(await typesSentTo([])).toEqual([...EVENT_TYPES])
})
