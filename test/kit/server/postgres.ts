import pg from 'pg'
import { inject } from 'vitest'

/** Creates a migrated, empty database. Returns its URL and a function that drops it. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const run = async (sql: string) => {
    const admin = new pg.Client({ connectionString: inject('postgres') })
    await admin.connect()
    try {
      await admin.query(sql)
    } finally {
      await admin.end()
    }
  }
  await run(`create database ${name} template migrated strategy file_copy`)
  return { url: inject('postgres').replace(/\/postgres$/, `/${name}`), drop: () => run(`drop database if exists ${name} with (force)`) }
}
