import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type CallState, hasEnded } from '../../src/kernel/vocabulary/callStates.ts'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { openStreams } from '../../src/kernel/http/openStreams.ts'
import { KEY_SCOPES, type KeyScope } from '../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import * as cliTokens from '../../src/services/access/cliTokens.ts'
import { fileStore } from '../../src/services/shared/files.ts'
import { createSignedToken } from '../../src/services/access/signedLinks.ts'
import * as tokens from '../../src/services/access/sessions/tokens.ts'
import { addConnectedApp } from '../kit/fixtures/connectedApps.ts'
import { signInOwner } from '../kit/observers/auditEntries.ts'
import { graphql } from '../kit/clients/client.ts'
import { HOUR, MINUTE, advanceClock } from '../kit/waiting/clock.ts'
import { addMember } from '../kit/fixtures/members.ts'
import { openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { type Credential, openEventStream, openFileStream, openListenStream, openSocketStream, type OpenStream } from '../kit/clients/openStreams.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer({ speed: 4 })
let acme: Awaited<ReturnType<typeof createTenant>>
let admin: Awaited<ReturnType<typeof signInOwner>>
let callId: number
let reportId: number

beforeAll(async () => {
  acme = await createTenant(testServer(), { engine: 'vapi' })
  admin = await signInOwner(testServer(), acme.acme)
  // More than the buffers of two sockets hold.
  await pool.query(
    `insert into ledger_entries (workspace_id, type, ref, amount, balance, reason) select $1, 'credit', 'bulk ' || n, 0, 100000000, repeat('x', 8000) from generate_series(1, 3000) n`,
    [acme.acme.id],
  )
  const fileKey = `reports/${acme.acme.id}/streams.csv`
  const bytes = await fileStore().write(fileKey, chunks(), 'text/csv')
  const report = { workspaceId: acme.acme.id, type: 'ledger', format: 'csv', status: 'done', fileKey, bytes, expiresAt: new Date(Date.now() + HOUR) }
  reportId = (await anyWorkspace.report.create({ data: report })).id
})

async function* chunks() {
  for (let n = 0; n < 400; n++) yield Buffer.alloc(65_536, 'x')
}

/** The caller of a stream: a credential, and its rows. */
interface Holder extends Credential {
  keyId?: number
  sessionId?: string
  userId?: number
  /** Those of a signed-in person use their own credential. */
  ask?: (document: string, variables?: object) => Promise<unknown>
}
const graphqlWith = (headers: Record<string, string>) => (document: string, variables?: object) => graphql(testServer().url, headers, document, variables)

const HOLDERS = {
  async key(): Promise<Holder> {
    const { key, row } = await apiKeys.issue({ workspaceId: acme.acme.id, name: 'doomed', scopes: [...KEY_SCOPES] })
    return { key, keyId: row.id, ask: graphqlWith({ 'X-API-Key': key }) }
  },
  async cli(): Promise<Holder> {
    const person = await addMember(acme.acme.id, 'member')
    const scopes = [...person.scopes].filter((scope): scope is KeyScope => (KEY_SCOPES as readonly string[]).includes(scope))
    const { token, row } = await cliTokens.create(person, { name: 'laptop', scopes })
    return { key: token, keyId: row.id, userId: person.userId, ask: graphqlWith({ 'X-API-Key': token }) }
  },
  async session(): Promise<Holder> {
    const { userId, workspaceId } = await addMember(acme.acme.id, 'member')
    const sessionId = randomUUID()
    const refreshHash = Buffer.from(sessionId)
    await anyWorkspace.session.create({ data: { id: sessionId, userId, refreshHash, rotatedAt: new Date(), expiresAt: new Date(Date.now() + HOUR) } })
    const { accessToken } = await tokens.issue({ userId, sessionId, workspaceId })
    return { accessToken, userId, sessionId, ask: graphqlWith({ authorization: `Bearer ${accessToken}` }) }
  },
  async app(): Promise<Holder> {
    const { grant } = await addConnectedApp(testServer(), acme.acme.id)
    return { keyId: grant.id }
  },
}
type Kind = keyof typeof HOLDERS

const STREAMS: Record<string, { of: Kind[]; open: (holder: Holder) => Promise<OpenStream> }> = {
  'a graphql-ws socket': { of: ['key', 'cli', 'session'], open: (holder) => openSocketStream(testServer().url, holder) },
  'a subscription over server-sent events': { of: ['key', 'cli', 'session'], open: (holder) => openEventStream(testServer().url, holder) },
  'an export over REST': { of: ['key', 'cli'], open: (holder) => openFileStream(`${testServer().url}/api/v1/billing/ledger.csv`, holder) },
  'the download of an export': {
    of: ['key', 'cli', 'session', 'app'],
    open: ({ keyId, userId }) =>
      openFileStream(`${testServer().url}/downloads/${createSignedToken('downloads', reportId, new Date(Date.now() + HOUR), { keyId, userId })}`),
  },
  "a call's audio": {
    of: ['key', 'cli', 'session'],
    async open({ ask }) {
      const document = 'mutation ($id: ID!) { monitorCall(id: $id) { url } }'
      // A call may end meanwhile. Then the next one is used.
      return waitFor('a call with audio', async () => {
        const { data } = (await ask!(document, { id: await callInProgress() })) as Awaited<ReturnType<typeof graphql>>
        return data && openListenStream(data.monitorCall.url)
      })
    },
  },
}

/** A call in progress. If one ends before that, the next one. */
async function callInProgress(): Promise<number> {
  const statusOf = async (id: number) => (await anyWorkspace.call.findUniqueOrThrow({ where: { id } })).status as CallState
  if (callId && (await statusOf(callId)) === 'in_progress') return callId
  const { status, body } = await acme.place('+14155550011')
  if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`)
  callId = body.id
  const reached = await waitFor('the call to be in progress', async () => {
    const now = await statusOf(body.id)
    return (now === 'in_progress' || hasEnded(now)) && now
  })
  return reached === 'in_progress' ? body.id : callInProgress()
}

const runAsAdmin = async (document: string, variables: object) => {
  const { errors } = await admin.ask(document, variables)
  if (errors) throw new Error(errors[0]!.message)
}
const sql = (text: string, ...values: unknown[]) => pool.query(text, values)
const workspaceId = () => acme.acme.id

/** Each through this process's API, and as another process would do it: only in the database, without a notification. */
const REVOCATIONS: Record<string, { of: Kind[]; act: (holder: Holder) => Promise<unknown>; access: 'ended' | 'reduced'; survivor?: string }> = {
  'the key is revoked': { of: ['key'], access: 'ended', act: ({ keyId }) => runAsAdmin('mutation($id: ID!) { revokeApiKey(id: $id) { id } }', { id: keyId }) },
  'the key is rotated': {
    of: ['key'],
    access: 'ended',
    act: ({ keyId }) => runAsAdmin('mutation($id: ID!) { rotateApiKey(id: $id, overlapSeconds: 0) { key } }', { id: keyId }),
  },
  'the key, token or grant expires': {
    of: ['key', 'cli', 'app'],
    access: 'ended',
    act: ({ keyId }) => sql(`update api_keys set expires_at = now() where id = $1`, keyId),
  },
  'another process revokes the key, token or grant': {
    of: ['key', 'cli', 'app'],
    access: 'ended',
    act: ({ keyId }) => sql(`update api_keys set revoked_at = now() where id = $1`, keyId),
  },
  'the CLI token is revoked': {
    of: ['cli'],
    access: 'ended',
    act: ({ keyId }) => runAsAdmin('mutation($id: ID!) { revokeCliToken(id: $id) { id } }', { id: keyId }),
  },
  'the connected app is revoked': {
    of: ['app'],
    access: 'ended',
    act: ({ keyId }) => runAsAdmin('mutation($id: ID!) { revokeConnectedApp(id: $id) { id } }', { id: keyId }),
  },
  'the member is removed': {
    of: ['cli', 'session'],
    access: 'ended',
    act: ({ userId }) => runAsAdmin('mutation($id: ID!) { removeMember(id: $id) }', { id: userId }),
  },
  'another process removes the member': {
    of: ['cli', 'session'],
    access: 'ended',
    act: ({ userId }) => sql(`delete from memberships where workspace_id = $1 and user_id = $2`, workspaceId(), userId),
  },
  'the role is lowered': {
    of: ['cli', 'session'],
    access: 'reduced',
    act: ({ userId }) => runAsAdmin('mutation($id: ID!) { setMemberRole(id: $id, role: viewer) { id } }', { id: userId }),
  },
  'another process lowers the role': {
    of: ['cli', 'session'],
    access: 'reduced',
    act: ({ userId }) => sql(`update memberships set role = 'viewer' where workspace_id = $1 and user_id = $2`, workspaceId(), userId),
  },
  // A link is created for the person, and intentionally outlives the session.
  'the person signs out': { of: ['session'], access: 'ended', survivor: 'the download of an export', act: ({ ask }) => ask!('mutation { signOut }') },
  'another process ends the session': {
    of: ['session'],
    access: 'ended',
    survivor: 'the download of an export',
    act: ({ sessionId }) => sql(`update sessions set revoked_at = now() where id = $1`, sessionId),
  },
  'the session expires': {
    of: ['session'],
    access: 'ended',
    survivor: 'the download of an export',
    act: ({ sessionId }) => sql(`update sessions set expires_at = now() where id = $1`, sessionId),
  },
}

const CLOSE_REASONS: Record<string, Record<'ended' | 'reduced', number | string>> = {
  'a graphql-ws socket': { ended: 4401, reduced: 4403 },
  "a call's audio": { ended: 4401, reduced: 4403 },
  'a subscription over server-sent events': { ended: 'UNAUTHENTICATED', reduced: 'UNAUTHENTICATED' },
}
const cases = Object.entries(REVOCATIONS).flatMap(([revocation, { of, ...rest }]) => of.map((kind) => ({ revocation, kind, ...rest })))

/** If access ends only in the database, waits until the server checks its open streams, which it does every one and a half seconds. */
test.each(cases)('when $revocation, every stream of a $kind ends, and those of others continue', async ({ kind, act, access, survivor }) => {
  const [holder, other] = [await HOLDERS[kind](), await HOLDERS[kind]()]
  const concerned = Object.entries(STREAMS).filter(([stream, { of }]) => of.includes(kind) && stream !== survivor)
  expect(concerned.length).toBeGreaterThan(0)
  const open = (whose: Holder) => Promise.all(concerned.map(([, stream]) => stream.open(whose)))
  const [holderStream, otherStream] = [await open(holder), await open(other)]
  const endings = (streams: OpenStream[]) => Object.fromEntries(streams.map((stream, at) => [concerned[at]![0], stream.closeReason()]))
  const countOpen = () => openStreams().filter(({ standing: { keyId, userId } }) => (holder.keyId ? keyId === holder.keyId : userId === holder.userId)).length
  expect(countOpen()).toBe(concerned.length)
  await act(holder)
  await waitFor('the end', () => countOpen() === 0)
  for (const stream of holderStream) stream.drain?.()
  await waitFor('each client to see it', () => Object.values(endings(holderStream)).every((ending) => ending !== null))
  expect(endings(holderStream)).toEqual(Object.fromEntries(concerned.map(([stream]) => [stream, CLOSE_REASONS[stream]?.[access] ?? 'cut'])))
  expect(Object.values(endings(otherStream)).filter((ending) => ending !== null)).toEqual([])
  for (const stream of otherStream) stream.close()
})

/** Waits until the server checks its open streams, which it does every one and a half seconds. */
test('an event stream ends with its access token, and a socket only with its session', async () => {
  const holder = await HOLDERS.session()
  const [events, live] = [await openEventStream(testServer().url, holder), await openSocketStream(testServer().url, holder)]
  advanceClock(11 * MINUTE)
  await waitFor('the end of the events', () => events.closeReason())
  expect([events.closeReason(), live.closeReason()]).toEqual(['UNAUTHENTICATED', null])
  live.close()
})

test('a sign-out returns a response, even though it ends the session that made it', async () => {
  const holder = await HOLDERS.session()
  expect(await holder.ask!('mutation { signOut }')).toMatchObject({ data: { signOut: true } })
})

test('a client that does not close its socket is disconnected, and its further messages are ignored', async () => {
  const holder = await HOLDERS.key()
  const stubborn = await openProtocolSocket(testServer().url, { apiKey: holder.key })
  stubborn.socket.pause()
  await runAsAdmin('mutation($id: ID!) { revokeApiKey(id: $id) { id } }', { id: holder.keyId })
  const before = await anyWorkspace.dncEntry.count({ where: { workspaceId: workspaceId() } })
  stubborn.subscribe('late', 'mutation { addDncEntry(input: { phoneNumber: "+14155550199" }) { id } }')
  await waitFor('the disconnection', () => openStreams().every(({ standing }) => standing.keyId !== holder.keyId))
  stubborn.socket.resume()
  expect(await stubborn.closed).toBeGreaterThan(1000)
  expect(await anyWorkspace.dncEntry.count({ where: { workspaceId: workspaceId() } })).toBe(before)
})
