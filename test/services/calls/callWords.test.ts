import { beforeEach, expect, test } from 'vitest'
import type { CallId, WorkspaceId } from '../../../src/kernel/vocabulary/ids.ts'
import { anyWorkspace, pool, transaction } from '../../../src/kernel/db/db.ts'
import * as callErasure from '../../../src/services/calls/callErasure.ts'
import * as callLists from '../../../src/services/calls/callLists.ts'
import * as callProgress from '../../../src/services/calls/progress/callProgress.ts'
import * as callClosing from '../../../src/services/calls/progress/callClosing.ts'
import * as callWords from '../../../src/services/calls/callWords.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { addCallHistory } from '../../kit/fixtures/callHistory.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'

useDatabase()

let workspaceId: WorkspaceId
beforeEach(async () => {
  ;({ id: workspaceId } = await newWorkspaces.create({ name: 'Spoken', plan: 'free' }))
})

/** A finished call in which these lines were spoken. */
async function finish(texts: readonly string[], of = workspaceId): Promise<CallId> {
  const { id } = await makeCall(of)
  await anyWorkspace.call.update({ where: { id }, data: { status: 'in_progress', providerCallId: `call_${id}` } })
  const lines = texts.map((text, at) => ({ role: 'agent' as const, text, startSeconds: at }))
  await callProgress.applyChanges({ workspaceId: of, id }, [{ type: 'lines', spoken: { lines, mode: 'replace', start: 0 } }])
  await anyWorkspace.call.update({ where: { id }, data: { status: 'completed', endedAt: new Date() } })
  await transaction((tx) => callClosing.close(tx, of, id))
  return id
}
const count = (said: string, of = workspaceId) => callLists.count({ workspaceId: of } as never, { said }, 1_000)
const countWords = async () =>
  (await pool.query('select count(*)::int as count from call_words where workspace_id = $1', [workspaceId])).rows[0].count as number

test('finished calls are found by the words, phrases and alternatives that were said in them, and by what was not', async () => {
  await finish(['Hello, this is Ada.', 'Can you come on Friday morning?'])
  await finish(['Hello.', 'The invoice from Friday is wrong, Grüße!'])
  await callWords.writeNoted()
  for (const [said, calls] of Object.entries({
    friday: 2,
    'FRIDAY invoice': 1,
    '"friday morning"': 1,
    '"morning friday"': 0,
    'morning or invoice': 2,
    'friday -invoice': 1,
    grüße: 1,
    monday: 0,
    'fri*': 2,
    '"friday mor*"': 1,
    'fri* -inv*': 1,
    'grü*': 1,
    'iday*': 0,
    'fr*': 0,
    "'); drop table call_words; --": 0,
    ['x'.repeat(200)]: 0,
  }))
    expect([said, await count(said)]).toEqual([said, calls])
})

test('a search finds nothing of another workspace, even if a word is its ID', async () => {
  const other = (await newWorkspaces.create({ name: 'Other', plan: 'free' })).id
  await finish([`The secret is ${workspaceId} #${workspaceId}`], other)
  await callWords.writeNoted()
  expect([await count('secret'), await count(`#${workspaceId}`), await count('secret', other)]).toEqual([0, 0, 1])
})

test('words that a server noted and did not write are written by the sweep, and those of earlier calls in batches', async () => {
  await finish(['Missed by a server that died'])
  const early = await finish(['From before there was a search'])
  await anyWorkspace.call.update({ where: { id: early }, data: { endedAt: new Date('2026-01-01') } })
  await callWords.sweep()
  expect([await count('died'), await count('before')]).toEqual([1, 0])
  await pool.query('insert into call_words_backfills values ($1, $2)', [workspaceId, early + 1])
  await callWords.sweep()
  expect(await count('before')).toBe(1)
  expect((await pool.query('select from call_words_backfills where workspace_id = $1', [workspaceId])).rowCount).toBe(0)
})

test('one sweep makes hundreds of earlier calls searchable', async () => {
  const { agentId } = await anyWorkspace.call.findUniqueOrThrow({ where: { id: await finish(['Today']) } })
  await addCallHistory({ workspaceId, agentId: agentId!, calls: 900 })
  const { rowCount: calls } = await pool.query(
    `update call_details set transcript = '[{"role":"agent","text":"Long ago"}]' where workspace_id = $1 and transcript = '[]'`,
    [workspaceId],
  )
  expect(calls).toBeGreaterThan(600)
  await pool.query('insert into call_words_backfills select workspace_id, max(call_id) + 1 from call_details where workspace_id = $1 group by 1', [workspaceId])
  await callWords.sweep()
  expect(await count('"long ago"')).toBe(calls)
})

test('a transcript that is blanked or deleted leaves no words, and a number that is erased in it is no longer found', async () => {
  const [blanked, deleted] = [await finish(['Please blank me']), await finish(['Please delete me'])]
  await callWords.writeNoted()
  await transaction((tx) => callErasure.blank(tx, workspaceId, [blanked]))
  await transaction((tx) => callErasure.erase(tx, workspaceId, [deleted]))
  expect([await count('please'), await countWords()]).toEqual([0, 0])
  await callWords.write(workspaceId, [blanked, deleted])
  expect(await countWords()).toBe(0)

  const other = await finish(['Call Ann at +14155550123'])
  await callWords.writeNoted()
  expect(await count('+14155550123')).toBe(1)
  await pool.query(`update call_details set transcript = '[{"role":"agent","text":"Call Ann at [erased]"}]' where call_id = $1`, [other])
  await callWords.write(workspaceId, [other])
  expect([await count('+14155550123'), await count('ann')]).toEqual([0, 1])
})

test('a transcript of any length can be searched by its beginning', async () => {
  const id = await finish(['Short'])
  const text = Array.from({ length: 200_000 }, (_, at) => `ш${at}`).join(' ')
  await pool.query('update call_details set transcript = $1 where call_id = $2', [
    JSON.stringify([{ role: 'agent', text: `${'x'.repeat(5_000)} ${text}` }]),
    id,
  ])
  await callWords.write(workspaceId, [id])
  expect([await count('ш100'), await count('ш199999')]).toEqual([1, 0])
})
