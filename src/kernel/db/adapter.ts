import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import type { IsolationLevel, SqlDriverAdapter, SqlDriverAdapterFactory, SqlQuery, SqlResultSet, Transaction } from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import { auditContextJson } from '../auditContext.ts'
import { unmarkVerbatim } from '../json/jsonSource.ts'
import { isReading } from './readPool.ts'

/** A transaction and the connection it runs on, for statements that don't go through Prisma. */
export interface OpenTransaction {
  client: pg.PoolClient | null
  afterCommit: (() => void)[]
}

/** Set while Prisma opens and ends a transaction for `transaction()`, and null for the work in it, which may open others. */
export const openTransaction = new AsyncLocalStorage<OpenTransaction | null>()

const writing = new AsyncLocalStorage<true>()

/** Runs one write of Prisma outside a transaction, which then gets its own if there is an actor for the audit log. */
export const asWrite = <T>(work: () => T): T => writing.run(true, work)

/** Connects Prisma to the pools. Each transaction tells the database its actor first, and stores JSON marked `verbatim` as its original text. */
export function createAdapter(pool: pg.Pool, readers: pg.Pool): SqlDriverAdapterFactory {
  const [main, reading] = [new PrismaPg(pool), new PrismaPg(readers)]
  return {
    provider: 'postgres',
    adapterName: main.adapterName,
    connect: async () => new AuditedAdapter(await main.connect(), await reading.connect()),
  }
}

class AuditedAdapter implements SqlDriverAdapter {
  readonly provider = 'postgres'
  readonly adapterName: string
  readonly #main: SqlDriverAdapter
  /** For read-only work (`readPool.ts`). */
  readonly #readers: SqlDriverAdapter

  constructor(main: SqlDriverAdapter, readers: SqlDriverAdapter) {
    this.adapterName = main.adapterName
    this.#main = main
    this.#readers = readers
  }

  queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    if (isReading()) return this.#readers.queryRaw(query)
    return this.#needsActor() ? this.#inTransaction((tx) => tx.queryRaw(query)) : this.#main.queryRaw(withVerbatimJson(query))
  }

  executeRaw(query: SqlQuery): Promise<number> {
    return this.#needsActor() ? this.#inTransaction((tx) => tx.executeRaw(query)) : this.#main.executeRaw(withVerbatimJson(query))
  }

  async startTransaction(isolationLevel?: IsolationLevel): Promise<Transaction> {
    const tx = audited(await this.#main.startTransaction(isolationLevel))
    const actor = auditContextJson()
    if (actor === null) return tx
    try {
      await tx.executeRaw({ sql: `select set_config('callwright.by', $1, true)`, args: [actor], argTypes: [TEXT] })
      return tx
    } catch (error) {
      await end(tx, 'ROLLBACK')
      throw error
    }
  }

  #needsActor = () => writing.getStore() === true && auditContextJson() !== null

  async #inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const tx = await this.startTransaction()
    try {
      const result = await work(tx)
      await end(tx, 'COMMIT')
      return result
    } catch (error) {
      await end(tx, 'ROLLBACK').catch(() => {})
      throw error
    }
  }

  executeScript = (script: string) => this.#main.executeScript(script)
  getConnectionInfo = () => this.#main.getConnectionInfo?.() ?? { supportsRelationJoins: true }
  dispose = async () => {
    await Promise.all([this.#main.dispose(), this.#readers.dispose()])
  }
}

const END = /^(commit|rollback)$/i

/** Notes the transaction's connection until it ends, and stores marked JSON as its original text. */
function audited(tx: Transaction): Transaction {
  const opened = openTransaction.getStore()
  // Prisma's types hide the connection of its transaction.
  if (opened) opened.client = (tx as unknown as { client: pg.PoolClient }).client
  const over = () => {
    if (opened) opened.client = null
  }
  return {
    provider: tx.provider,
    adapterName: tx.adapterName,
    options: tx.options,
    queryRaw: (query) => tx.queryRaw(withVerbatimJson(query)),
    executeRaw: (query) => {
      // Nothing may follow on this connection, which would run outside the transaction.
      if (END.test(query.sql)) over()
      return tx.executeRaw(withVerbatimJson(query))
    },
    commit: () => (over(), tx.commit()),
    rollback: () => (over(), tx.rollback()),
    createSavepoint: tx.createSavepoint?.bind(tx),
    rollbackToSavepoint: tx.rollbackToSavepoint?.bind(tx),
    releaseSavepoint: tx.releaseSavepoint?.bind(tx),
  }
}

/** Prisma's transactions leave COMMIT and ROLLBACK to their caller, and then release the connection. */
async function end(tx: Transaction, command: 'COMMIT' | 'ROLLBACK') {
  try {
    await tx.executeRaw({ sql: command, args: [], argTypes: [] })
  } finally {
    await (command === 'COMMIT' ? tx.commit() : tx.rollback())
  }
}

const withVerbatimJson = (query: SqlQuery): SqlQuery => ({ ...query, args: query.args.map(unmarkVerbatim) })
const TEXT = { scalarType: 'string', arity: 'scalar' } as const
