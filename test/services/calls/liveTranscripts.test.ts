import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import type { TranscriptLine } from '../../../src/providers/provider.ts'
import * as calls from '../../../src/services/calls/calls.ts'
import * as callProgress from '../../../src/services/calls/progress/callProgress.ts'
import { mergeLines } from '../../../src/services/calls/progress/transcripts.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'

useDatabase()

const line = (startSeconds: number, text = `Line ${startSeconds}`): TranscriptLine => ({ role: 'agent', text, startSeconds })

async function createActiveCall() {
  const { id: workspaceId } = await newWorkspaces.create({ name: 'Spoken', plan: 'free' })
  const { id } = await makeCall(workspaceId)
  await anyWorkspace.call.update({ where: { id }, data: { status: 'in_progress', providerCallId: `call_${id}` } })
  return { workspaceId, id }
}
type Key = Awaited<ReturnType<typeof createActiveCall>>

const say = (key: Key, lines: TranscriptLine[], mode: 'replace' | 'append') =>
  callProgress.applyChanges(key, [{ type: 'lines', spoken: { lines, mode, start: 0 } }])
const transcriptOf = async ({ workspaceId, id }: Key) => (await calls.getTranscript({ workspaceId } as never, id)).transcript
/** Which transaction wrote the call, its details and each line. */
async function writersOf({ id }: Key) {
  const { rows } = await pool.query<{ detail: string; lines: string[] }>(
    `select xmin::text as detail, (select array_agg(xmin::text order by position) from live_transcript_lines where call_id = $1) as lines
     from call_details where call_id = $1`,
    [id],
  )
  return rows[0]!
}

describe('while a call is active', () => {
  test('a spoken line is appended: neither the details nor earlier lines are written again', async () => {
    const key = await createActiveCall()
    await say(key, [line(0), line(4)], 'replace')
    const before = await writersOf(key)
    await say(key, [line(0), line(4), line(9)], 'replace')
    await say(key, [line(12)], 'append')
    const after = await writersOf(key)
    expect(after.lines).toHaveLength(4)
    expect({ detail: after.detail, lines: after.lines.slice(0, 2) }).toEqual(before)
    expect(await transcriptOf(key)).toEqual([line(0), line(4), line(9), line(12)])
  })

  test('lines of several workspaces share a transaction, unless a workspace redacts them, and each call gets its own', async () => {
    const keys = await Promise.all([createActiveCall(), createActiveCall(), createActiveCall()])
    const spoken = (nth: number, at: number) => line(at, `Call ${nth} at ${at}`)
    const sayAll = (at: number) => Promise.all(keys.map((key, nth) => say(key, [spoken(nth, at)], 'append')))
    const writers = async (position: number) => (await Promise.all(keys.map(writersOf))).map(({ lines }) => lines[position])
    await sayAll(0)
    expect(new Set(await writers(0)).size).toBe(1)
    await anyWorkspace.workspace.update({ where: { id: keys[2]!.workspaceId }, data: { redactions: ['email'] } })
    await sayAll(4)
    await sayAll(9)
    const [first, second, redacted] = await writers(2)
    expect(second).toBe(first)
    expect(redacted).not.toBe(first)
    for (const [nth, key] of keys.entries()) expect(await transcriptOf(key)).toEqual([spoken(nth, 0), spoken(nth, 4), spoken(nth, 9)])
  })

  test('a call that another transaction holds does not hold up the lines of others, and gets its own afterwards', async () => {
    const [held, other] = [await createActiveCall(), await createActiveCall()]
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from calls where id = $1 for update', [held.id])
    const delayed = say(held, [line(0)], 'append')
    await say(other, [line(0)], 'append')
    expect([await transcriptOf(held), await transcriptOf(other)]).toEqual([[], [line(0)]])
    await holder.query('commit')
    holder.release()
    await delayed
    expect(await transcriptOf(held)).toEqual([line(0)])
  })

  test('the transcript is that of merging all lines in memory, in any order and with any change of earlier lines', async () => {
    const batches = fc.array(
      fc.record({
        lines: fc.array(
          fc.nat(40).chain((at) => fc.constantFrom(line(at), line(at, `Line ${at}, longer`))),
          { maxLength: 6 },
        ),
        mode: fc.constantFrom('replace' as const, 'append' as const),
      }),
      { maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(batches, async (spoken) => {
        const key = await createActiveCall()
        for (const { lines, mode } of spoken) await say(key, lines, mode)
        expect(await transcriptOf(key)).toEqual(
          spoken.reduce<TranscriptLine[]>((merged, { lines, mode }) => mergeLines(merged, { lines, mode, start: 0 }) ?? merged, []),
        )
      }),
      { numRuns: 15 },
    )
  })

  test('lines that an earlier version stored in the details stay in the transcript', async () => {
    const key = await createActiveCall()
    await anyWorkspace.callDetail.update({ where: { callId: key.id }, data: { transcript: [{ ...line(0) }, { ...line(4) }] } })
    expect(await transcriptOf(key)).toEqual([line(0), line(4)])
    await say(key, [line(9)], 'append')
    expect(await transcriptOf(key)).toEqual([line(0), line(4), line(9)])
  })
})

test('when a call is finished, its transcript is stored whole, and no live line is left', async () => {
  const key = await createActiveCall()
  await say(key, [line(0), line(4)], 'replace')
  await callProgress.forceClose(key, 'unknown')
  const { transcript } = await anyWorkspace.callDetail.findUniqueOrThrow({ where: { callId: key.id } })
  expect(transcript).toEqual([line(0), line(4)])
  expect(await writersOf(key)).toMatchObject({ lines: null })
  expect(await transcriptOf(key)).toEqual([line(0), line(4)])
})
