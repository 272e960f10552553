import type { JsonObject } from '../provider.ts'
import type { Call } from './call.ts'
import type { Store, StoredRecord } from './store.ts'

/** One kind of record: read from memory, written through to the store. */
export interface Table<Row> {
  get(id: string): Row | undefined
  all(): Row[]
  /** Resolves once the row is in the store. */
  save(id: string, row: Row): Promise<void>
  remove(id: string): Promise<void>
}

/** A Retell resource: its versions in order, and which of them are published and so frozen. */
export interface Versioned {
  id: string
  versions: JsonObject[]
  bases: (number | null)[]
  published: number[]
  modifiedAt: number
}

export interface Tables {
  llms: Table<Versioned>
  agents: Table<Versioned>
  retellNumbers: Table<JsonObject>
  assistants: Table<JsonObject>
  vapiNumbers: Table<JsonObject>
  credentials: Table<JsonObject>
  /** In the order in which they were placed. */
  calls: Table<Call>
  /** How many webhooks each call in progress has delivered, all in one record, so that counting them costs little. */
  progress: Table<Record<string, number>>
}

function table<Row>(store: Store, kind: string, records: StoredRecord[]): Table<Row> {
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

/** Loads everything the simulator knew before it was last stopped. */
export async function openTables(store: Store): Promise<Tables> {
  const records = await store.load()
  const age = ({ body }: StoredRecord) => (body as { createdAt?: number }).createdAt ?? 0
  const calls = records.filter(({ kind }) => kind === 'call').sort((a, b) => age(a) - age(b))
  return {
    llms: table(store, 'retell_llm', records),
    agents: table(store, 'retell_agent', records),
    retellNumbers: table(store, 'retell_number', records),
    assistants: table(store, 'vapi_assistant', records),
    vapiNumbers: table(store, 'vapi_number', records),
    credentials: table(store, 'vapi_credential', records),
    calls: table(store, 'call', calls),
    progress: table(store, 'progress', records),
  }
}
