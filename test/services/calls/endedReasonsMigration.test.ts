import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { ENDED_REASONS } from '../../../src/kernel/vocabulary/endedReasons.ts'
import type { Prisma } from '../../../src/generated/prisma/client.ts'
import { retellEndedReason } from '../../../src/providers/retell/endedReasons.ts'
import { vapiEndedReason } from '../../../src/providers/vapi/endedReasons.ts'
import { withoutDocuments } from '../../kit/vendorFolder.ts'
import { vendorWords } from '../../providers/vendorDocuments.ts'
import { useDatabase } from '../../kit/database.ts'
import { makeCall } from '../../kit/rows.ts'

useDatabase()

const whole = readFileSync('prisma/migrations/20261122210500_ended_reasons/migration.sql', 'utf8')
/** What the migration does after it has added the column. */
const script = whole.slice(whole.indexOf('CREATE FUNCTION own_ended_reason'))

const RETELL_ANALYSIS = {
  call_summary: 'Done',
  call_successful: true,
  user_sentiment: 'Positive',
  in_voicemail: false,
  custom_analysis_data: { seats: 4, call_outcome: 'success', detected_language: 'it' },
}
const VAPI_ANALYSIS = { summary: 'Done', successEvaluation: 'false', structuredData: { seats: 4, call_outcome: 'success', detected_language: 'it' } }
const OURS = { summary: 'Done', sentiment: null, success: false, in_voicemail: false, structured_data: { seats: 4 } }

test('the update puts calls into the vocabulary, keeps the word of the provider, and names the members of each analysis alike', async () => {
  const { id: workspaceId } = await anyWorkspace.workspace.create({ data: { name: 'Acme' } })
  const made = async (data: Partial<Prisma.CallUncheckedUpdateInput>, analysis?: Prisma.InputJsonObject) => {
    const { id } = await makeCall(workspaceId)
    await anyWorkspace.call.update({ where: { id }, data: { ref: randomUUID(), status: 'completed', finishedAt: new Date(), ...data } })
    if (analysis) await anyWorkspace.callDetail.update({ where: { callId: id }, data: { analysis } })
    return id
  }
  const ids = [
    await made({ endedReason: 'dial_busy', status: 'busy' }),
    await made({ endedReason: 'user_hangup' }, RETELL_ANALYSIS),
    await made({ endedReason: 'customer-ended-call-during-transfer', provider: 'vapi' }, VAPI_ANALYSIS),
    await made({ endedReason: 'voicemail', provider: 'vapi', status: 'voicemail' }, {}),
    await made({ endedReason: 'throttled', status: 'failed' }),
    await made({ endedReason: 'rejected', status: 'failed' }),
    await made({ endedReason: 'rejected', status: 'failed', direction: 'inbound' }),
    await made({ endedReason: 'not_placed', status: 'failed' }),
    await made({ endedReason: 'a-word-of-the-future' }),
    await made({ endedReason: null }),
    await made({ endedReason: null, status: 'in_progress', finishedAt: null }),
  ]

  await pool.query(script)

  const rows = await anyWorkspace.call.findMany({ where: { id: { in: ids } }, include: { detail: true }, orderBy: { id: 'asc' } })
  expect(rows.map(({ endedReason, providerEndedReason }) => [endedReason, providerEndedReason])).toEqual([
    ['busy', 'dial_busy'],
    ['user_hangup', 'user_hangup'],
    ['transferred', 'customer-ended-call-during-transfer'],
    ['voicemail', 'voicemail'],
    ['provider_limit_reached', null],
    ['provider_rejected', null],
    ['rejected', null],
    ['not_placed', null],
    ['unknown', 'a-word-of-the-future'],
    ['unknown', null],
    [null, null],
  ])
  const analyses = rows.map(({ detail }) => detail!.analysis)
  expect(analyses.slice(0, 4)).toEqual([
    null,
    { ...OURS, sentiment: 'positive', success: true },
    OURS,
    { ...OURS, summary: null, success: null, in_voicemail: true, structured_data: {} },
  ])
})

test.skipIf(withoutDocuments)('the update knows every word of the vendors’ documents as the adapters do', async () => {
  const words = [
    ...vendorWords('retell', 'DisconnectionReason').map((word) => ({ word, reason: retellEndedReason(word) })),
    ...vendorWords('vapi', 'Call', 'endedReason').map((word) => ({ word, reason: vapiEndedReason(word) })),
  ]
  await pool.query(script.slice(0, script.indexOf('-- Filling')))
  const { rows } = await pool.query<{ word: string; reason: string }>(
    'select word, provider_word_ended_reason(word) as reason from unnest($1::text[]) as word',
    [words.map(({ word }) => word)],
  )
  expect(rows).toEqual(words)
  expect(ENDED_REASONS).toEqual(expect.arrayContaining(rows.map(({ reason }) => reason)))
})
