import type { JsonObject } from '../../providers/provider.ts'
import type { Call } from './call.ts'
import type { SimAccount, SimNumber, SimMessage } from '../carriers/types.ts'
import { asObject } from '../wire/json.ts'
import type { Store, StoredRecord } from '../wire/store.ts'
import { RING_SECONDS } from './timeline.ts'

/** One kind of record: read from memory, and written through to the store. */
export interface Table<Row> {
  get(id: string): Row | undefined
  all(): Row[]
  /** Resolves once the row is stored. */
  save(id: string, row: Row): Promise<void>
  remove(id: string): Promise<void>
}

/** A Retell resource: its versions in order, and which of them are published and thus frozen. */
export interface VersionedResource {
  id: string
  versions: JsonObject[]
  bases: (number | null)[]
  published: number[]
  createdAt: number
  modifiedAt: number
}

/** Each lists its rows in the order of creation. */
export interface Tables {
  llms: Table<VersionedResource>
  agents: Table<VersionedResource>
  retellNumbers: Table<JsonObject>
  /** Retell's knowledge bases with their texts. */
  retellKnowledge: Table<JsonObject>
  assistants: Table<JsonObject>
  /** Vapi's files with their content. */
  vapiFiles: Table<JsonObject>
  vapiNumbers: Table<JsonObject>
  credentials: Table<JsonObject>
  calls: Table<Call>
  /** Number of delivered webhooks of each active call, in one record to keep counting cheap. */
  progress: Table<Record<string, number>>
  /** Keyed by carrier and the carrier's ID; numbers by the number alone. */
  carrierAccounts: Table<SimAccount>
  carrierNumbers: Table<SimNumber>
  carrierMessages: Table<SimMessage>
}

function createTable<Row>(store: Store, kind: string, records: StoredRecord[]): Table<Row> {
  const rows = new Map(records.filter((record) => record.kind === kind).map((record) => [record.id, record.body as Row]))
  return {
    get: (id) => rows.get(id),
    all: () => [...rows.values()],
    async save(id, row) {
      rows.set(id, row)
      await store.put(kind, id, row)
    },
    async remove(id) {
      rows.delete(id)
      await store.delete(kind, id)
    },
  }
}

/** A store returns records in any order, but lists are in the order of creation. */
function createdAtOf({ body }: StoredRecord): number {
  const { createdAt = 0 } = body as { createdAt?: number | string }
  return typeof createdAt === 'string' ? Date.parse(createdAt) : createdAt
}

/** Upgrades calls of earlier versions, which were all outbound, in one language, and open to listeners with the URL. */
function upgradeRecord(record: StoredRecord): StoredRecord {
  if (record.kind !== 'call') return record
  const call = asObject(record.body)
  const storedConversation = asObject(call.conversation)
  const conversation = { spoken: storedConversation.language, written: storedConversation.language, ...storedConversation }
  const wire = { ...(call.provider === 'vapi' ? { monitor: { listen: 'open', control: 'open' } } : {}), ...asObject(call.wire) }
  return { ...record, body: { direction: 'outbound', ringTimeoutSeconds: RING_SECONDS, ...call, conversation, wire } }
}

/** Loads all records from the store. */
export async function openTables(store: Store): Promise<Tables> {
  const records = (await store.load()).sort((a, b) => createdAtOf(a) - createdAtOf(b))
  return {
    llms: createTable(store, 'retell_llm', records),
    agents: createTable(store, 'retell_agent', records),
    retellNumbers: createTable(store, 'retell_number', records),
    retellKnowledge: createTable(store, 'retell_knowledge', records),
    assistants: createTable(store, 'vapi_assistant', records),
    vapiFiles: createTable(store, 'vapi_file', records),
    vapiNumbers: createTable(store, 'vapi_number', records),
    credentials: createTable(store, 'vapi_credential', records),
    calls: createTable(store, 'call', records.map(upgradeRecord)),
    progress: createTable(store, 'progress', records),
    carrierAccounts: createTable(store, 'carrier_account', records),
    carrierNumbers: createTable(store, 'carrier_line', records),
    carrierMessages: createTable(store, 'carrier_text', records),
  }
}
