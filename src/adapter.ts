import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { said } from './auditing.ts'

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>
type Query = Parameters<Adapter['executeRaw']>[0]

/**
 * Prisma's way to the pool. On somebody's behalf, a transaction begins with saying so, and a single write says so in what it
 * returns: both are over before the triggers of the audit log fire. Nothing is said, and nothing costs, where nobody asked.
 */
export function adapterOn(pool: pg.Pool): PrismaPg {
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  factory.connect = async () => speaking(await connect())
  return factory
}

function speaking(adapter: Adapter): Adapter {
  const [queryRaw, executeRaw, startTransaction] = [adapter.queryRaw, adapter.executeRaw, adapter.startTransaction].map((method) =>
    (method as (...args: unknown[]) => unknown).bind(adapter),
  ) as [Adapter['queryRaw'], Adapter['executeRaw'], Adapter['startTransaction']]
  return Object.assign(adapter, {
    queryRaw: (query: Query) => queryRaw(withAsker(query)),
    executeRaw: (query: Query) => executeRaw(withAsker(query)),
    async startTransaction(...options: Parameters<Adapter['startTransaction']>) {
      const tx = await startTransaction(...options)
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

/** A write with one more value to return, which Prisma does not ask for and leaves alone. */
function withAsker(query: Query): Query {
  const by = /^\s*(insert|update|delete)\b/i.test(query.sql) ? said() : null
  if (by === null) return query
  const more = `${/\breturning\b/i.test(query.sql) ? ',' : ' returning'} ${setting(query.args.length + 1)}`
  return { sql: query.sql + more, args: [...query.args, by], argTypes: [...query.argTypes, TEXT] }
}

const setting = (place: number) => `set_config('callwright.by', $${place}, true)`
const TEXT = { scalarType: 'string', arity: 'scalar' } as const
