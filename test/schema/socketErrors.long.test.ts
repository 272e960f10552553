import { afterEach, beforeAll, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import type { Client } from '../kit/client.ts'
import { socket } from '../kit/socket.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'

const world = useWorld({ env: { ROLE: 'api' } })
let key: Client
let unlock = async () => {}
beforeAll(async () => {
  key = await (await world().workspace()).key()
})
afterEach(() => unlock())

/** Holds a table, so that whoever reads it waits until the database ends the statement. */
async function hold(table: string) {
  const holder = await pool.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  unlock = async () => {
    unlock = async () => {}
    await holder.query('rollback')
    holder.release()
  }
}

/** Waits until the database ends two reads, one over HTTP and one over a socket: it gives them fifteen seconds. */
test('a read that the database ends for taking too long is UNAVAILABLE over a socket as over HTTP, and says nothing of the database', async () => {
  const live = socket(world().url, { apiKey: key.apiKey })
  await hold('knowledge_bases')
  const query = '{ knowledgeBases(first: 1) { nodes { id } } }'
  const told = live.watch<any>(query)
  const overHttp = await (
    await fetch(`${world().url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key.apiKey },
      body: JSON.stringify({ query }),
    })
  ).json()
  await until('the answer', () => told.errors.length > 0)
  for (const [error] of [overHttp.errors, told.errors as any[]]) {
    expect(error.message).toBe('The request took too long. Request less data, or try again later.')
    expect(error.extensions.code).toBe('UNAVAILABLE')
    expect(JSON.stringify(error)).not.toMatch(/statement|canceling|knowledge_bases/)
  }
  await live.close()
})

test('a fault of the server is not told over a socket', async () => {
  const live = socket(world().url, { apiKey: key.apiKey })
  await pool.query('alter table knowledge_bases rename to moved')
  try {
    const told = live.watch<any>('{ knowledgeBases(first: 1) { nodes { id } } }')
    await until('the answer', () => told.errors.length > 0)
    expect(told.errors).toMatchObject([{ message: 'Unexpected error.' }])
    expect(JSON.stringify(told.errors)).not.toMatch(/knowledge_bases|relation/)
  } finally {
    await pool.query('alter table moved rename to knowledge_bases')
    await live.close()
  }
})
