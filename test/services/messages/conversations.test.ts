import { expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import { clock } from '../../../src/kernel/lib/clock.ts'
import * as conversations from '../../../src/services/messages/conversations.ts'
import { makeSmsNumber } from '../../kit/fixtures/rows.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { advanceClock, MINUTE, stopClock } from '../../kit/waiting/clock.ts'

useDatabase()

let numbers = 0
/** Creates a workspace with a number. `receive` finds or creates the conversation with a contact, as a message does. */
async function createInbox() {
  const { id: workspaceId } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  const { number } = await makeSmsNumber(workspaceId, `+1415555${1000 + (numbers += 1)}`)
  const receive = (contactNumber: string) => transaction((tx) => conversations.findOrCreate(tx, { workspaceId, numberId: number.id, contactNumber }))
  return { actor: { kind: 'key', workspaceId, scopes: new Set<never>() } as const, receive }
}

test("a process whose clock is slow does not move a conversation's last message back", async () => {
  const { receive } = await createInbox()
  const id = await receive('+14155550200')
  advanceClock(MINUTE)
  const latest = clock.now()
  await receive('+14155550200')
  advanceClock(-MINUTE)
  expect(await receive('+14155550200')).toBe(id)
  expect(await anyWorkspace.conversation.findUniqueOrThrow({ where: { id } })).toMatchObject({ lastMessageAt: latest })
})

test('conversations whose last messages came at the same moment are each on one page', async () => {
  const { actor, receive } = await createInbox()
  stopClock(new Date())
  const ids: number[] = []
  for (const digit of [0, 1, 2, 3, 4]) ids.unshift(await receive(`+1415555020${digit}`))
  const listed: number[] = []
  for (let after: string | undefined; ;) {
    const { rows, hasMore } = await conversations.list(actor, { first: 2, after })
    listed.push(...rows.map(({ id }) => id))
    if (!hasMore) break
    after = conversations.cursorOf(rows.at(-1)!)
  }
  expect(listed).toEqual(ids)
})
