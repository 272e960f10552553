import pg from 'pg'
import { inject } from 'vitest'
import { TEST_ROLE } from './rowSecurity.ts'

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
  await run(`create database ${name} template migrated strategy file_copy owner ${TEST_ROLE}`)
  return { url: inject('database').replace(/\/postgres$/, `/${name}`), drop: () => run(`drop database if exists ${name} with (force)`) }
}

/** Returns the URL of a test's database through TCP, for a proxy. */
export const tcpUrlOf = (url: string) => Object.assign(new URL(url), { host: new URL(inject('postgres')).host }).href

/** Returns the URL of a test's database for a superuser, to whom no policy applies, such as for the plans of the product's statements. */
export const superuserUrlOf = (url: string) => inject('postgres').replace(/\/postgres$/, new URL(url).pathname)
