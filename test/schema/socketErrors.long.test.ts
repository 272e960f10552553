import { afterEach, beforeAll, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import type { Client } from '../kit/clients/client.ts'
import { createSocketClient } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let key: Client
let unlock = async () => {}
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
})
afterEach(() => unlock())

/** Locks a table, so that its readers wait until the database cancels their statement. */
async function hold(table: string) {
  const holder = await pool.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  unlock = async () => {
    unlock = async () => {}
    await holder.query('rollback')
    holder.release()
  }
}

/** Waits until the database cancels two reads after fifteen seconds, one over HTTP and one over a socket. */
test('a read that the database cancels is UNAVAILABLE over a socket as over HTTP, without details of the database', async () => {
  const live = createSocketClient(testServer().url, { apiKey: key.apiKey })
  await hold('knowledge_bases')
  const query = '{ knowledgeBases(first: 1) { nodes { id } } }'
  const subscription = live.watch<any>(query)
  const overHttp = await (
    await fetch(`${testServer().url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': key.apiKey },
      body: JSON.stringify({ query }),
    })
  ).json()
  await waitFor('the answer', () => subscription.errors.length > 0)
  for (const [error] of [overHttp.errors, subscription.errors as any[]]) {
    expect(error.message).toBe('The request took too long. Request less data, or try again later.')
    expect(error.extensions.code).toBe('UNAVAILABLE')
    expect(JSON.stringify(error)).not.toMatch(/statement|canceling|knowledge_bases/)
  }
  await live.close()
})

test('an internal error is not revealed over a socket', async () => {
  const live = createSocketClient(testServer().url, { apiKey: key.apiKey })
  await pool.query('alter table knowledge_bases rename to moved')
  try {
    const subscription = live.watch<any>('{ knowledgeBases(first: 1) { nodes { id } } }')
    await waitFor('the answer', () => subscription.errors.length > 0)
    expect(subscription.errors).toMatchObject([{ message: 'Unexpected error.' }])
    expect(JSON.stringify(subscription.errors)).not.toMatch(/knowledge_bases|relation/)
  } finally {
    await pool.query('alter table moved rename to knowledge_bases')
    await live.close()
  }
})
