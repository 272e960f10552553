import { expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import * as messageReceipts from '../../../src/services/messages/messageReceipts.ts'
import { makeMessage, makeSmsNumber } from '../../kit/fixtures/rows.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

test('a receipt from one carrier account does not change a message that another account of the workspace sent', async () => {
  const { id: workspaceId } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  const [own, other] = [await makeSmsNumber(workspaceId, '+14155550142'), await makeSmsNumber(workspaceId, '+14155550143')]
  await anyWorkspace.carrierConnection.update({ where: { id: other.connection.id }, data: { accountId: 'other' } })
  const carrierMessageId = 'SM1'
  const { id, ref } = await makeMessage(own, { dispatch: 'placed', status: 'sent', carrierMessageId })
  const applyFrom = ({ connection }: typeof own, receipt: { carrierMessageId: string | null; ref: string | null }) =>
    transaction((tx) =>
      messageReceipts.apply(
        tx,
        { workspaceId, connectionId: connection.id, receivedAt: new Date() },
        { type: 'status', status: 'delivered', errorCode: null, errorReason: null, ...receipt },
      ),
    )
  const readStatus = async () => (await anyWorkspace.message.findUniqueOrThrow({ where: { id } })).status
  expect([await applyFrom(other, { carrierMessageId, ref: null }), await applyFrom(other, { carrierMessageId: null, ref })]).toEqual([null, null])
  expect(await readStatus()).toBe('sent')
  expect(await applyFrom(own, { carrierMessageId, ref: null })).toBe(id)
  expect(await readStatus()).toBe('delivered')
})
