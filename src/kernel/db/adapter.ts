import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { said } from '../auditing.ts'
import { textOfMarked } from '../json/jsonSource.ts'
import { isReading } from './reading.ts'

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
type Query = Parameters<Adapter['executeRaw']>[0]

/**
 * Prisma's way to the pool. On somebody's behalf, a transaction begins with saying so, and a single write says so in what it
 * returns: both are over before the triggers of the audit log fire. Nothing is said, and nothing costs, where nobody asked.
 * JSON that is given `verbatim` is stored as its text.
 */
export function adapterOn(pool: pg.Pool, readers: pg.Pool): PrismaPg {
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  factory.connect = async () => speaking(await connect(), await new PrismaPg(readers).connect())
  return factory
}

/** What requests only read goes to the second adapter's connections (`reading.ts`). */
function speaking(adapter: Adapter, reader: Adapter): Adapter {
  const [queryRaw, executeRaw, startTransaction] = [adapter.queryRaw, adapter.executeRaw, adapter.startTransaction].map((method) =>
    (method as (...args: unknown[]) => unknown).bind(adapter),
  ) as [Adapter['queryRaw'], Adapter['executeRaw'], Adapter['startTransaction']]
  return Object.assign(adapter, {
    queryRaw: (query: Query) => (isReading() ? reader.queryRaw(query) : queryRaw(withTexts(withAsker(query)))),
    executeRaw: (query: Query) => executeRaw(withTexts(withAsker(query))),
    async startTransaction(...options: Parameters<Adapter['startTransaction']>) {
      const tx = storingTexts(await startTransaction(...options))
      const by = said()
      if (by === null) return tx
      try {
        await tx.executeRaw({ sql: `select ${setting(1)}`, args: [by], argTypes: [TEXT] })
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

function storingTexts(tx: Transaction): Transaction {
  const [queryRaw, executeRaw] = [tx.queryRaw.bind(tx), tx.executeRaw.bind(tx)]
  return Object.assign(tx, { queryRaw: (query: Query) => queryRaw(withTexts(query)), executeRaw: (query: Query) => executeRaw(withTexts(query)) })
}

const withTexts = (query: Query): Query => ({ ...query, args: query.args.map(textOfMarked) })

/** A write with one more value to return, which Prisma does not ask for and leaves alone. */
function withAsker(query: Query): Query {
  const by = /^\s*(insert|update|delete)\b/i.test(query.sql) ? said() : null
  if (by === null) return query
  const more = `${/\breturning\b/i.test(query.sql) ? ',' : ' returning'} ${setting(query.args.length + 1)}`
  return { sql: query.sql + more, args: [...query.args, by], argTypes: [...query.argTypes, TEXT] }
}

const setting = (place: number) => `set_config('callwright.by', $${place}, true)`
const TEXT = { scalarType: 'string', arity: 'scalar' } as const
