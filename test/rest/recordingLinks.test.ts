import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { anyWorkspace, transaction } from '../../src/kernel/db/db.ts'
import { ROLE_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import * as rowErasure from '../../src/services/privacy/rowErasure.ts'
import { createSignedToken } from '../../src/services/access/signedLinks.ts'
import { provider } from '../../src/services/voiceProviders/voiceProviders.ts'
import { signInOwner } from '../kit/observers/auditEntries.ts'
import { client, type Client } from '../kit/clients/client.ts'
import { HOUR, advanceClock, SECOND, stopClock } from '../kit/waiting/clock.ts'
import { captureLogs } from '../kit/observers/logs.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'
import { createTenant } from '../services/calls/placementKit.ts'

const testServer = useTestServer()
const GONE = [404, { detail: 'Recording not found' }]
const LINK = 'query($callId: ID!) { recordingLink(callId: $callId) { url expiresAt } }'

let acme: Awaited<ReturnType<typeof createTenant>>
let callId: number
let url: string
beforeAll(async () => {
  acme = await createTenant(testServer())
  callId = await recorded()
  ;({ url } = await link())
})

/** A call of the workspace with a recording. */
async function recorded(): Promise<number> {
  const { id } = (await acme.place('+14155550009')).body
  await waitFor('the recording', async () => (await acme.key.get(`/calls/${id}`)).body.recording_url)
  return id as number
}
const link = async (id = callId, by: Client = acme.key) =>
  (await by.gql<{ recordingLink: { url: string; expiresAt: string } }>(LINK, { callId: id })).recordingLink
const fetchAudio = (address: string, range?: string, method = 'GET') => fetch(address, { method, headers: range === undefined ? {} : { Range: range } })
/** The response at a URL: the status, and the message of a refusal. */
async function ask(address: string) {
  const res = await fetchAudio(address)
  const bytes = Buffer.from(await res.arrayBuffer())
  return [res.status, res.status === 200 ? null : (JSON.parse(bytes.toString()) as unknown)]
}
const tokenOf = (address: string) => address.split('/').at(-1)!
const HEARD = [200, null]

describe('a client with the URL of a recording', () => {
  test('receives it without a key, and no cache stores it', async () => {
    const res = await fetchAudio(url)
    const file = Buffer.from(await res.arrayBuffer())
    expect([res.status, file.subarray(0, 4).toString(), res.headers.get('content-length')]).toEqual([200, 'RIFF', String(file.length)])
    expect(res.headers.get('content-type')).toMatch(/^audio\//)
    expect([res.headers.get('cache-control'), res.headers.get('x-content-type-options')]).toEqual(['private, no-store', 'nosniff'])
    const ownResponse = await acme.key.raw(`/calls/${callId}/recording`)
    expect(res.headers.get('content-length')).toBe(ownResponse.headers.get('content-length'))
  })

  test('receives any range of it, as players request', async () => {
    const audio = Buffer.from(await (await fetchAudio(url)).arrayBuffer())
    const part = await fetchAudio(url, 'bytes=4-11')
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-11/${audio.length}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(audio.subarray(4, 12))
    const rest = await fetchAudio(url, 'bytes=0-')
    expect([rest.status, Buffer.from(await rest.arrayBuffer()).length]).toEqual([206, audio.length])
    const past = await fetchAudio(url, `bytes=${audio.length}-`)
    expect([past.status, past.headers.get('cache-control')]).toEqual([416, 'private, no-store'])
    expect((await fetchAudio(url, 'lines=1-2')).status).toBe(200)
  })

  test("gets its size with HEAD, and can't do anything else there", async () => {
    const [full, head] = [await fetchAudio(url), await fetchAudio(url, undefined, 'HEAD')]
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, full.headers.get('content-length'), ''])
    await full.body?.cancel()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const res = await fetchAudio(url, undefined, method)
      expect([res.status, res.headers.get('allow'), await res.json()], method).toEqual([405, 'GET, HEAD', { detail: 'Method Not Allowed' }])
    }
    expect(await ask(url)).toEqual(HEARD)
  })
})

describe('the URL of a recording is invalid', () => {
  test('if a character is changed, or if it was signed for something else', async () => {
    const [id, until_, whose, signature] = tokenOf(url).split('.') as [string, string, string, string]
    const { keyId } = holderOf(url)
    const tomorrow = new Date(Date.now() + 24 * HOUR)
    const forged = [
      `${Number(id) + 1}.${until_}.${whose}.${signature}`,
      `0${id}.${until_}.${whose}.${signature}`,
      `${id}.${Number(until_) + 1}.${whose}.${signature}`,
      `${id}.${until_}.${whose.replace('k', 'u')}.${signature}`,
      `${id}.${until_}.${whose}1.${signature}`,
      `${id}.${until_}.${whose}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${id}.${until_}.${whose}.${'A'.repeat(43)}`,
      createSignedToken('downloads', callId, tomorrow, { keyId, userId: undefined }),
    ]
    const malformed = [`${id}.${until_}.${whose}`, `${id}.${until_}.${signature}`, 'x', '%00', '..%2f..%2fdemo.json', '9'.repeat(5_000)]
    for (const token of [...forged, ...malformed]) expect(await ask(`${testServer().url}/recordings/${token}`), token).toEqual(GONE)
    expect(await ask(`${testServer().url}/recordings/${createSignedToken('recordings', callId, tomorrow, { keyId, userId: undefined })}`)).toEqual(HEARD)
  })

  test('an hour after it was created', async () => {
    const ownLink = await link()
    const ends = new Date(ownLink.expiresAt).getTime()
    expect(Math.abs(ends - Date.now() - HOUR)).toBeLessThan(60 * SECOND)
    stopClock(new Date(ends - SECOND))
    expect(await ask(ownLink.url)).toEqual(HEARD)
    advanceClock(SECOND)
    expect(await ask(ownLink.url)).toEqual(GONE)
    expect(await ask((await link()).url)).toEqual(HEARD)
  })

  test("in another workspace, whose keys can't open any of these calls", async () => {
    const otherTenant = await createTenant(testServer())
    await expect(link(callId, otherTenant.key)).rejects.toThrow('Call not found')
    const { keyId } = holderOf(url)
    const row = await anyWorkspace.apiKey.findFirstOrThrow({ where: { workspaceId: otherTenant.acme.id } })
    expect(row.id).not.toBe(keyId)
    const crossed = createSignedToken('recordings', callId, new Date(Date.now() + HOUR), { keyId: row.id, userId: undefined })
    expect(await ask(`${testServer().url}/recordings/${crossed}`)).toEqual(GONE)
  })

  test('after its key loses calls:read or is revoked, while those of other keys keep working', async () => {
    const { key: text, row } = await apiKeys.issue({ workspaceId: acme.acme.id, name: 'doomed', scopes: ['calls:read'] })
    const otherLink = await link(callId, client(testServer().url, text))
    expect(await ask(otherLink.url)).toEqual(HEARD)
    await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { scopes: ['me:read'] } })
    expect(await ask(otherLink.url)).toEqual(GONE)
    await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { scopes: ['calls:read'], expiresAt: new Date(Date.now() - SECOND) } })
    expect(await ask(otherLink.url)).toEqual(GONE)
    await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { expiresAt: null } })
    expect(await ask(otherLink.url)).toEqual(HEARD)
    await apiKeys.revokeById(acme.acme.id, row.id)
    expect([await ask(otherLink.url), await ask(url)]).toEqual([GONE, HEARD])
  })

  test('after its person loses the role or the membership, but not when their session ends', async () => {
    const person = await signInOwner(testServer(), acme.acme)
    const { data } = await person.ask(LINK, { callId })
    const otherUrl = data.recordingLink.url as string
    await person.ask('mutation { signOut }')
    expect(await ask(otherUrl)).toEqual(HEARD)
    const { owner: scopes } = ROLE_SCOPES
    onTestFinished(() => void (ROLE_SCOPES.owner = scopes))
    ROLE_SCOPES.owner = new Set([...scopes].filter((scope) => scope !== 'calls:read'))
    expect(await ask(otherUrl)).toEqual(GONE)
    ROLE_SCOPES.owner = scopes
    await anyWorkspace.membership.deleteMany({ where: { workspaceId: acme.acme.id } })
    expect([await ask(otherUrl), await ask(url)]).toEqual([GONE, HEARD])
  })

  test('after the recording is deleted, or the call is erased', async () => {
    const [deleted, erased] = [await recorded(), await recorded()]
    const [first, second] = [await link(deleted), await link(erased)]
    expect([await ask(first.url), await ask(second.url)]).toEqual([HEARD, HEARD])
    await acme.key.gql('mutation($callId: ID!) { deleteRecording(callId: $callId) { id } }', { callId: deleted })
    expect(await ask(first.url)).toEqual(GONE)
    await expect(link(deleted)).rejects.toThrow('Recording not found')
    await transaction((tx) => rowErasure.eraseCalls(tx, acme.acme.id, [erased], 'request'))
    expect(await ask(second.url)).toEqual(GONE)
    await expect(link(erased)).rejects.toThrow('Call not found')
  })
})

test('a URL requires calls:read and a recorded call', async () => {
  await expect(link(callId, await acme.acme.key('agents:read'))).rejects.toThrow('Missing scope: calls:read')
  const { id } = (await acme.place('+493012340009')).body
  await waitFor('the end', async () => (await acme.key.get(`/calls/${id}`)).body.summary)
  await expect(link(id)).rejects.toThrow('Recording not found')
})

test("the secret parts of the URL and of the provider's are never logged", async () => {
  const ownLink = await link()
  const audio = (await provider('retell').openRecording((await anyWorkspace.call.findUniqueOrThrow({ where: { id: callId } })).providerCallId!))!.url
  const logged = await captureLogs(async () => {
    await ask(ownLink.url)
    await (await fetchAudio(ownLink.url, 'bytes=0-3')).arrayBuffer()
    await (await fetchAudio(ownLink.url, undefined, 'POST')).text()
    await (await fetchAudio(`${ownLink.url}/x`)).text()
    await (await fetchAudio(`${ownLink.url}?again=${tokenOf(ownLink.url)}`)).arrayBuffer()
    expect(await ask(`${ownLink.url}%E0%A4%A`)).toEqual([404, { detail: 'Not Found' }])
    const { fetch } = globalThis
    const failing = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((...args) => (args[0] === ownLink.url ? fetch(...args) : Promise.reject(new Error(`cannot reach ${audio}`))))
    expect((await fetchAudio(ownLink.url)).status).toBe(502)
    failing.mockRestore()
    stopClock(new Date(ownLink.expiresAt))
    expect(await ask(ownLink.url)).toEqual(GONE)
  })
  expect(logged).toContain('"route":"/recordings/{token}"')
  const signature = tokenOf(ownLink.url).split('.').at(-1)!
  for (const secret of [signature, audio]) expect(logged.split('\n').filter((line) => line.includes(secret))).toEqual([])
})

/** The key that created the URL. */
const holderOf = (address: string) => ({ keyId: Number(/\.k(\d+)\./.exec(address)![1]) })
