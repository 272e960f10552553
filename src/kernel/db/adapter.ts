import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { auditContextJson } from '../auditContext.ts'
import { unmarkVerbatim } from '../json/jsonSource.ts'
import { isReading } from './readPool.ts'

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
type Query = Parameters<Adapter['executeRaw']>[0]

/**
 * Connects Prisma to the pool. With an audit actor, a transaction first sets the actor, and a single write sets it in its
 * `returning` clause: both run before the audit triggers fire. Without an actor there is no overhead. `verbatim` JSON is stored as
 * its original text.
 */
export function createAdapter(pool: pg.Pool, readers: pg.Pool): PrismaPg {
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  factory.connect = async () => wrapAdapter(await connect(), await new PrismaPg(readers).connect())
  return factory
}

/** Sends statements of read-only work to the second adapter's connections (`readPool.ts`). */
function wrapAdapter(adapter: Adapter, reader: Adapter): Adapter {
  const [queryRaw, executeRaw, startTransaction] = [adapter.queryRaw, adapter.executeRaw, adapter.startTransaction].map((method) =>
    (method as (...args: unknown[]) => unknown).bind(adapter),
  ) as [Adapter['queryRaw'], Adapter['executeRaw'], Adapter['startTransaction']]
  return Object.assign(adapter, {
    queryRaw: (query: Query) => (isReading() ? reader.queryRaw(query) : queryRaw(withVerbatimJson(withAuditSetting(query)))),
    executeRaw: (query: Query) => executeRaw(withVerbatimJson(withAuditSetting(query))),
    async startTransaction(...options: Parameters<Adapter['startTransaction']>) {
      const tx = wrapTransaction(await startTransaction(...options))
      const by = auditContextJson()
      if (by === null) return tx
      try {
        await tx.executeRaw({ sql: `select ${auditSettingSql(1)}`, args: [by], argTypes: [TEXT] })
        return tx
      } catch (error) {
        await tx.executeRaw({ sql: 'ROLLBACK', args: [], argTypes: [] }).catch(() => {})
        await tx.rollback()
        throw error
      }
    },
  })
}

type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>

function wrapTransaction(tx: Transaction): Transaction {
  const [queryRaw, executeRaw] = [tx.queryRaw.bind(tx), tx.executeRaw.bind(tx)]
  return Object.assign(tx, { queryRaw: (query: Query) => queryRaw(withVerbatimJson(query)), executeRaw: (query: Query) => executeRaw(withVerbatimJson(query)) })
}

const withVerbatimJson = (query: Query): Query => ({ ...query, args: query.args.map(unmarkVerbatim) })

/** Adds one more returned value to a write, which Prisma ignores. */
function withAuditSetting(query: Query): Query {
  const by = /^\s*(insert|update|delete)\b/i.test(query.sql) ? auditContextJson() : null
  if (by === null) return query
  const more = `${/\breturning\b/i.test(query.sql) ? ',' : ' returning'} ${auditSettingSql(query.args.length + 1)}`
  return { sql: query.sql + more, args: [...query.args, by], argTypes: [...query.argTypes, TEXT] }
}

const auditSettingSql = (place: number) => `set_config('callwright.by', $${place}, true)`
const TEXT = { scalarType: 'string', arity: 'scalar' } as const
