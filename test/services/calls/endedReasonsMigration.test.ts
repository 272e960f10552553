import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anyWorkspace, pool } from '../../../src/kernel/db/db.ts'
import { ENDED_REASONS } from '../../../src/kernel/vocabulary/endedReasons.ts'
import type { Prisma } from '../../../src/generated/prisma/client.ts'
import { parseRetellEndedReason } from '../../../src/providers/retell/endedReasons.ts'
import { parseVapiEndedReason } from '../../../src/providers/vapi/endedReasons.ts'
import { areDocumentsMissing } from '../../kit/runner/vendorFolder.ts'
import { listEnumValues } from '../../providers/vendorDocuments.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { makeCall } from '../../kit/fixtures/rows.ts'

useDatabase()

const migration = readFileSync('prisma/migrations/20261122210500_ended_reasons/migration.sql', 'utf8')
/** The part of the migration after it has added the column. */
const script = migration.slice(migration.indexOf('CREATE FUNCTION own_ended_reason'))

const RETELL_ANALYSIS = {
  call_summary: 'Done',
  call_successful: true,
  user_sentiment: 'Positive',
  in_voicemail: false,
  custom_analysis_data: { seats: 4, call_outcome: 'success', detected_language: 'it' },
}
const VAPI_ANALYSIS = { summary: 'Done', successEvaluation: 'false', structuredData: { seats: 4, call_outcome: 'success', detected_language: 'it' } }
const OURS = { summary: 'Done', sentiment: null, success: false, in_voicemail: false, structured_data: { seats: 4 } }

test('the migration converts end reasons, keeps the reason of the provider, and gives every analysis the same fields', async () => {
  const { id: workspaceId } = await anyWorkspace.workspace.create({ data: { name: 'Acme' } })
  const createCall = async (data: Partial<Prisma.CallUncheckedUpdateInput>, analysis?: Prisma.InputJsonObject) => {
    const { id } = await makeCall(workspaceId)
    await anyWorkspace.call.update({ where: { id }, data: { ref: randomUUID(), status: 'completed', finishedAt: new Date(), ...data } })
    if (analysis) await anyWorkspace.callDetail.update({ where: { callId: id }, data: { analysis } })
    return id
  }
  const ids = [
    await createCall({ endedReason: 'dial_busy', status: 'busy' }),
    await createCall({ endedReason: 'user_hangup' }, RETELL_ANALYSIS),
    await createCall({ endedReason: 'customer-ended-call-during-transfer', provider: 'vapi' }, VAPI_ANALYSIS),
    await createCall({ endedReason: 'voicemail', provider: 'vapi', status: 'voicemail' }, {}),
    await createCall({ endedReason: 'throttled', status: 'failed' }),
    await createCall({ endedReason: 'rejected', status: 'failed' }),
    await createCall({ endedReason: 'rejected', status: 'failed', direction: 'inbound' }),
    await createCall({ endedReason: 'not_placed', status: 'failed' }),
    await createCall({ endedReason: 'a-word-of-the-future' }),
    await createCall({ endedReason: null }),
    await createCall({ endedReason: null, status: 'in_progress', finishedAt: null }),
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

test.skipIf(areDocumentsMissing)('the migration maps every end reason in the vendors’ documents as the adapters do', async () => {
  const words = [
    ...listEnumValues('retell', 'DisconnectionReason').map((word) => ({ word, reason: parseRetellEndedReason(word) })),
    ...listEnumValues('vapi', 'Call', 'endedReason').map((word) => ({ word, reason: parseVapiEndedReason(word) })),
  ]
  await pool.query(script.slice(0, script.indexOf('-- Filling')))
  const { rows } = await pool.query<{ word: string; reason: string }>(
    'select word, provider_word_ended_reason(word) as reason from unnest($1::text[]) as word',
    [words.map(({ word }) => word)],
  )
  expect(rows).toEqual(words)
  expect(ENDED_REASONS).toEqual(expect.arrayContaining(rows.map(({ reason }) => reason)))
})
