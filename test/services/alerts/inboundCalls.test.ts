import { expect, test } from 'vitest'
import { transaction } from '../../../src/kernel/db/db.ts'
import { inWorkspace } from '../../../src/kernel/db/workspaceContext.ts'
import * as callAlerts from '../../../src/services/alerts/callAlerts.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { closeAll, createAlertWorkspace, numberOf, times } from './alertKit.ts'

const testServer = useTestServer()

test('inbound calls that reached nobody do not make a number unhealthy, and outbound ones do', async () => {
  const workspace = await createAlertWorkspace(testServer())
  await workspace.set({ failureRatePercent: null, numberUnansweredPercent: 80, numberUnansweredCalls: 5 })
  const { id: workspaceId } = workspace.acme
  const number = await numberOf(workspace.acme)
  const typesAfter = async (direction: 'outbound' | 'inbound', statuses: string[]) => {
    await closeAll(workspaceId, statuses, number.id, direction)
    await inWorkspace(workspaceId, () => transaction((tx) => callAlerts.evaluateAll(tx, workspaceId)))
    return (await workspace.alerts()).map(({ type }) => type)
  }
  expect(await typesAfter('outbound', times(5, 'completed'))).toEqual([])
  expect(await typesAfter('inbound', times(5, 'failed'))).toEqual([])
  expect(await typesAfter('outbound', times(5, 'no_answer'))).toEqual(['number_unhealthy'])
})
