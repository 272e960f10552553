import { expect, test } from 'vitest'
import { parseRowId } from '../../src/kernel/db/rows.ts'
import type { CallId, WorkspaceId } from '../../src/kernel/vocabulary/ids.ts'

const place = (workspaceId: WorkspaceId, callId: CallId) => ({ workspaceId, callId })

test('the compiler refuses swapped IDs of two tables, and accepts plain numbers', () => {
  const [workspaceId, callId] = [parseRowId('1', 'Workspace'), parseRowId('2', 'Call')]
  expect(place(workspaceId, callId)).toEqual({ workspaceId: 1, callId: 2 })
  // @ts-expect-error -- checked by `npm run check`
  place(callId, workspaceId)
  expect(place(3, 4)).toEqual({ workspaceId: 3, callId: 4 })
})

test.each(['0', '-1', '1.5', '1e3', 'x', '', '2147483648', '99999999999999999'])('%s is not a row ID', (id) => {
  expect(() => parseRowId(id, 'Call')).toThrow('Call not found')
})
