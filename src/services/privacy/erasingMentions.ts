import { clock } from '../../kernel/lib/clock.ts'
import { transaction, type Tx } from '../../kernel/db/db.ts'
import { assignmentsOf, fieldOf, rawSql, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import * as auditTrail from '../audit/auditTrail.ts'
import { type Person, personParams } from '../dataSubjects/people.ts'
import { countErased, type Step } from './erasing.ts'
import { fromJson } from '../shared/jsonColumns.ts'
import { byTable, searchedColumnsOf, SEARCH_NEXT, type SearchedTable, SEARCHED_TABLES } from '../dataSubjects/searchedTables.ts'
import { ERASED_PLACEHOLDER, redactPhone, redactPhoneInText } from '../dataSubjects/phonePatterns.ts'

/** Searches of whole tables are rare, and planned each time. */
const SEARCH = { isUnprepared: true }

/** Progress of the search, stored with the erasure so that another process can continue. */
interface SearchProgress {
  table: string
  after: number
}

/** Searches the next rows and removes the number from them. The rows stay, because they are about other contacts. */
const searchMentions: Step = async (person) => {
  const progress = await readProgress(person)
  const searchedTable = progress ? SEARCHED_TABLES.find(({ table }) => table === progress.table) : SEARCHED_TABLES[0]
  if (!searchedTable) return false
  const { last } = await searchNextBatch(person, searchedTable, progress?.after ?? 0)
  const next = last === null ? SEARCHED_TABLES[SEARCHED_TABLES.indexOf(searchedTable) + 1] : searchedTable
  await saveProgress(person, { table: next?.table ?? '', after: last ?? 0 })
  return next !== undefined
}

async function searchNextBatch(person: Person, searchedTable: SearchedTable, after: number): Promise<{ last: number | null }> {
  let last: number | null = null
  await countErased(person, 'mentions', async (tx) => {
    const batch = await SEARCH_NEXT[searchedTable.table].get({ ...personParams(person), after }, tx)
    last = batch!.last
    if (searchedTable.table === 'audit_entries') await auditTrail.redactEntries(tx, person, batch!.ids)
    else for (const id of batch!.ids) await redactRow(tx, person, searchedTable, id)
    return batch!.ids.length
  })
  return { last }
}

const rowOf = ({ key = 'id' }: SearchedTable) => sql`where workspace_id = $workspaceId and ${rawSql(key)} = $id`

/** Statements that read the searched columns of a row as text, and lock it. */
const LOCK_ROW = byTable((place) => {
  const columns = searchedColumnsOf(place).map((name) => `${name}::text`)
  return statement(`erasures.lock.${place.table}`, sql`select ${rawSql(columns.join(', '))} from ${rawSql(place.table)} ${rowOf(place)} for update`)
})

const CHANGE_ROW = byTable((place) =>
  statement(`erasures.change.${place.table}`, sql`update ${rawSql(place.table)} set ${assignmentsOf(place.table)} ${rowOf(place)}`),
)

async function redactRow(tx: Tx, { workspaceId, traces }: Person, { table, text = [], json = [], jsonText = [] }: SearchedTable, id: number) {
  const row = (await LOCK_ROW[table].get({ workspaceId, id }, tx)) as Record<string, string | null> | undefined
  if (!row) return
  // Columns without the number stay unchanged.
  const hasNumber = (field: string) => new RegExp(traces.pattern).test(row[field] ?? '')
  const redact = (field: string) => JSON.stringify(redactPhone(JSON.parse(row[field]!), traces))
  const texts = text.map(fieldOf).filter(hasNumber)
  const documents = [...json, ...jsonText].map(fieldOf).filter(hasNumber)
  const changes: object = Object.fromEntries([
    ...texts.map((field) => [field, redactPhoneInText(row[field]!, traces)]),
    ...documents.map((field) => [field, redact(field)]),
  ])
  if (texts.length + documents.length > 0) await CHANGE_ROW[table].run({ workspaceId, id, changes }, tx)
}

const getProgress = statement('erasures.getProgress', sql`select counts->'reached' as reached from erasures where workspace_id = $workspaceId and id = $id`)

async function readProgress({ workspaceId, id }: Person): Promise<SearchProgress | null> {
  const row = await transaction((tx) => getProgress.get({ workspaceId, id }, tx))
  return fromJson(row?.reached ?? null)
}

const setProgress = statement(
  'erasures.setProgress',
  sql`update erasures set counts = counts || jsonb_build_object('reached', $progress::jsonb) where workspace_id = $workspaceId and id = $id`,
)

const saveProgress = ({ workspaceId, id }: Person, progress: SearchProgress) =>
  transaction((tx) => setProgress.run({ workspaceId, id, progress: JSON.stringify(progress) }, tx))

const eraseFiles = statement(
  'leadImports.eraseFiles',
  sql`
    update lead_imports set content = null,
      status = case when status = 'uploaded' then 'failed' else status end, error = case when status = 'uploaded' then 'Its file was erased' else error end
    where workspace_id = $workspaceId and status <> 'running' and content ~ $pattern`,
  SEARCH,
)

/** Deletes uploaded files that mention the number. A pending import fails; the file of a running import is deleted afterwards. */
const deleteFiles: Step = async (person) => {
  const { workspaceId, traces } = person
  await countErased(person, 'files', (tx) => eraseFiles.run({ workspaceId, pattern: traces.pattern }, tx))
  return false
}

const ERASE_MENTIONS = [
  statement('erasures.deleteMentioningLeadChanges', sql`delete from lead_import_changes where workspace_id = $workspaceId and before::text ~ $pattern`, SEARCH),
  statement('erasures.deleteMentioningProposals', sql`delete from campaign_proposals where workspace_id = $workspaceId and summary::text ~ $pattern`, SEARCH),
  statement(
    'erasures.deleteMentioningKeys',
    sql`delete from idempotency_keys where workspace_id = $workspaceId and (key ~ $pattern or path ~ $pattern)`,
    SEARCH,
  ),
  statement(
    'erasures.redactResponses',
    sql`update idempotency_keys set body = regexp_replace(body, $pattern, $placeholder, 'g') where workspace_id = $workspaceId and body ~ $pattern`,
    SEARCH,
  ),
  statement(
    'erasures.blankCarrierEvents',
    sql`
      update carrier_events set event = '{}'
      where workspace_id = $workspaceId and (processed_at is not null or received_at < $now::timestamptz - interval '1 hour') and event::text ~ $pattern`,
    SEARCH,
  ),
]

// Events about calls with other contacts, which mention the number. Their content is already in those calls.
const listProviderEvents = statement(
  'erasures.listProviderEvents',
  sql`
    select e.id from provider_events e join calls c on c.id = e.call_id
    where c.workspace_id = $workspaceId and e.processed_at is not null and e.body::text ~ $pattern`,
  SEARCH,
)
const blankProviderEvents = statement('erasures.blankProviderEvents', sql`update provider_events set body = '{}' where id = any($ids::bigint[])`)

const redactJobErrors = statement(
  'erasures.redactJobErrors',
  sql`update graphile_worker._private_jobs set last_error = regexp_replace(last_error, $pattern, $placeholder, 'g') where last_error ~ $pattern`,
  SEARCH,
)

/** Erases the number from earlier lead data of imports, stored responses, launch proposals and vendor events. */
const eraseOtherTables: Step = async (person) => {
  const params = { workspaceId: person.workspaceId, pattern: person.traces.pattern, placeholder: ERASED_PLACEHOLDER, now: clock.now() }
  await countErased(person, 'mentions', async (tx) => {
    let count = 0
    for (const erase of ERASE_MENTIONS) count += await erase.run(params, tx)
    const events = await listProviderEvents.all(params, tx)
    await blankProviderEvents.run({ ids: events.map(({ id }) => String(id)) }, tx)
    await redactJobErrors.run(params, tx)
    return count + events.length
  })
  return false
}

export const STEPS: readonly Step[] = [searchMentions, deleteFiles, eraseOtherTables]
