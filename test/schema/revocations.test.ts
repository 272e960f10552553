import { expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { countWaitingSessions } from '../kit/waiting/waitingSessions.ts'

const testServer = useTestServer()

/** Waits until open sockets are checked against the database, which happens every second and a half. */
test('a socket that opens during a check of the others is not treated as revoked', async () => {
  const acme = await testServer().workspace()
  const [early, late] = await Promise.all([acme.key(), acme.key()])
  const first = await openProtocolSocket(testServer().url, { apiKey: early.apiKey })
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('lock table sessions in access exclusive mode')
    await waitFor('the look-up to wait', () => countWaitingSessions('sessions'))
    const second = await openProtocolSocket(testServer().url, { apiKey: late.apiKey })
    await other.query('commit')
    for (const socket of [first, second]) socket.subscribe('w', 'subscription { activeCallCount }')
    for (const socket of [first, second]) await waitFor('an answer', () => socket.messagesOf('w').length > 0)
    expect([first, second].map(({ socket }) => socket.readyState)).toEqual([1, 1])
    await Promise.all([first, second].map((socket) => socket.close()))
  } finally {
    other.release()
  }
})
