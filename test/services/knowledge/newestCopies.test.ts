import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import * as knowledgeCopies from '../../../src/services/knowledge/knowledgeCopies.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

test('a call of a campaign uses the newest copy that is ready, in whichever order copies became ready', async () => {
  const { id: workspaceId } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  const { id: knowledgeBaseId } = await anyWorkspace.knowledgeBase.create({ data: { workspaceId, name: 'Prices' } })
  const add = (version: number, status: string) =>
    anyWorkspace.knowledgeBaseSync.create({ data: { workspaceId, knowledgeBaseId, engine: 'retell', version, status, tag: randomUUID() } })
  for (const version of [2, 4, 3]) await add(version, 'ready')
  await add(5, 'syncing')
  await add(6, 'failed')
  expect(await knowledgeCopies.listForCalls(workspaceId, 'retell', [knowledgeBaseId])).toMatchObject([{ version: 4 }])
})

test('a publish or a call cannot retain a copy that was retired meanwhile', async () => {
  const { id: workspaceId } = await anyWorkspace.workspace.create({ data: { name: 'Test' } })
  const { id: knowledgeBaseId } = await anyWorkspace.knowledgeBase.create({ data: { workspaceId, name: 'Prices' } })
  const data = { workspaceId, knowledgeBaseId, engine: 'retell', version: 1, status: 'ready', tag: randomUUID() }
  const { id } = await anyWorkspace.knowledgeBaseSync.create({ data })
  const retain = () =>
    transaction((tx) => knowledgeCopies.retain(tx, workspaceId, [{ id, knowledgeBaseId, version: 1, name: 'Prices', description: null, refs: {} }]))
  expect(await retain()).toBe(true)
  await anyWorkspace.knowledgeBaseSync.update({ where: { id }, data: { status: 'retired' } })
  expect(await retain()).toBe(false)
})
