import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { anyWorkspace, transaction } from '../../src/kernel/db/db.ts'
import { ROLE_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import * as callErasing from '../../src/services/privacy/callErasing.ts'
import { createSignedToken } from '../../src/services/access/signedLinks.ts'
import { provider } from '../../src/services/voiceProviders/voiceProviders.ts'
import { owner } from '../kit/audited.ts'
import { client, type Client } from '../kit/client.ts'
import { HOUR, pass, SECOND, stopClock } from '../kit/clock.ts'
import { loggedBy } from '../kit/logged.ts'
import { until } from '../kit/until.ts'
import { useWorld } from '../kit/world.ts'
import { tenant } from '../services/calls/placementKit.ts'

const world = useWorld()
const GONE = [404, { detail: 'Recording not found' }]
const LINK = 'query($callId: ID!) { recordingLink(callId: $callId) { url expiresAt } }'

let acme: Awaited<ReturnType<typeof tenant>>
let callId: number
let url: string
beforeAll(async () => {
  acme = await tenant(world())
  callId = await recorded()
  ;({ url } = await link())
})

/** A call of the workspace that has a recording. */
async function recorded(): Promise<number> {
  const { id } = (await acme.place('+14155550009')).body
  await until('the recording', async () => (await acme.key.get(`/calls/${id}`)).body.recording_url)
  return id as number
}
const link = async (id = callId, by: Client = acme.key) =>
  (await by.gql<{ recordingLink: { url: string; expiresAt: string } }>(LINK, { callId: id })).recordingLink
const hear = (address: string, range?: string, method = 'GET') => fetch(address, { method, headers: range === undefined ? {} : { Range: range } })
/** What is answered at an address: the status, and what a refusal says. */
async function ask(address: string) {
  const res = await hear(address)
  const bytes = Buffer.from(await res.arrayBuffer())
  return [res.status, res.status === 200 ? null : (JSON.parse(bytes.toString()) as unknown)]
}
const tokenOf = (address: string) => address.split('/').at(-1)!
const HEARD = [200, null]

describe('whoever has the address of a recording', () => {
  test('hears it without a key, and nobody on the way keeps it', async () => {
    const res = await hear(url)
    const file = Buffer.from(await res.arrayBuffer())
    expect([res.status, file.subarray(0, 4).toString(), res.headers.get('content-length')]).toEqual([200, 'RIFF', String(file.length)])
    expect(res.headers.get('content-type')).toMatch(/^audio\//)
    expect([res.headers.get('cache-control'), res.headers.get('x-content-type-options')]).toEqual(['private, no-store', 'nosniff'])
    const mine = await acme.key.raw(`/calls/${callId}/recording`)
    expect(res.headers.get('content-length')).toBe(mine.headers.get('content-length'))
  })

  test('hears any part of it, as players ask', async () => {
    const whole = Buffer.from(await (await hear(url)).arrayBuffer())
    const part = await hear(url, 'bytes=4-11')
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-11/${whole.length}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(4, 12))
    const rest = await hear(url, 'bytes=0-')
    expect([rest.status, Buffer.from(await rest.arrayBuffer()).length]).toEqual([206, whole.length])
    const past = await hear(url, `bytes=${whole.length}-`)
    expect([past.status, past.headers.get('cache-control')]).toEqual([416, 'private, no-store'])
    expect((await hear(url, 'lines=1-2')).status).toBe(200)
  })

  test('learns its size by HEAD, and can do nothing else there', async () => {
    const [whole, head] = [await hear(url), await hear(url, undefined, 'HEAD')]
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, whole.headers.get('content-length'), ''])
    await whole.body?.cancel()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const res = await hear(url, undefined, method)
      expect([res.status, res.headers.get('allow'), await res.json()], method).toEqual([405, 'GET, HEAD', { detail: 'Method Not Allowed' }])
    }
    expect(await ask(url)).toEqual(HEARD)
  })
})

describe('an address of a recording leads nowhere', () => {
  test('when a character of it is changed, or it was signed for something else', async () => {
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
    for (const token of [...forged, ...malformed]) expect(await ask(`${world().url}/recordings/${token}`), token).toEqual(GONE)
    expect(await ask(`${world().url}/recordings/${createSignedToken('recordings', callId, tomorrow, { keyId, userId: undefined })}`)).toEqual(HEARD)
  })

  test('an hour after it was given', async () => {
    const mine = await link()
    const ends = new Date(mine.expiresAt).getTime()
    expect(Math.abs(ends - Date.now() - HOUR)).toBeLessThan(60 * SECOND)
    stopClock(new Date(ends - SECOND))
    expect(await ask(mine.url)).toEqual(HEARD)
    pass(SECOND)
    expect(await ask(mine.url)).toEqual(GONE)
    expect(await ask((await link()).url)).toEqual(HEARD)
  })

  test('for another workspace: it gets none, and what its key was given opens no call of ours', async () => {
    const theirs = await tenant(world())
    await expect(link(callId, theirs.key)).rejects.toThrow('Call not found')
    const { keyId } = holderOf(url)
    const row = await anyWorkspace.apiKey.findFirstOrThrow({ where: { workspaceId: theirs.acme.id } })
    expect(row.id).not.toBe(keyId)
    const crossed = createSignedToken('recordings', callId, new Date(Date.now() + HOUR), { keyId: row.id, userId: undefined })
    expect(await ask(`${world().url}/recordings/${crossed}`)).toEqual(GONE)
  })

  test("once its key may not read calls, or is revoked; others' go on", async () => {
    const { key: text, row } = await apiKeys.issue({ workspaceId: acme.acme.id, name: 'doomed', scopes: ['calls:read'] })
    const theirs = await link(callId, client(world().url, text))
    expect(await ask(theirs.url)).toEqual(HEARD)
    await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { scopes: ['me:read'] } })
    expect(await ask(theirs.url)).toEqual(GONE)
    await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { scopes: ['calls:read'], expiresAt: new Date(Date.now() - SECOND) } })
    expect(await ask(theirs.url)).toEqual(GONE)
    await anyWorkspace.apiKey.update({ where: { id: row.id }, data: { expiresAt: null } })
    expect(await ask(theirs.url)).toEqual(HEARD)
    await apiKeys.revokeById(acme.acme.id, row.id)
    expect([await ask(theirs.url), await ask(url)]).toEqual([GONE, HEARD])
  })

  test('once the role of the person it was given to does not read calls, or they are no member any more; a session that is over does not matter', async () => {
    const person = await owner(world(), acme.acme)
    const { data } = await person.ask(LINK, { callId })
    const theirs = data.recordingLink.url as string
    await person.ask('mutation { signOut }')
    expect(await ask(theirs)).toEqual(HEARD)
    const { owner: scopes } = ROLE_SCOPES
    onTestFinished(() => void (ROLE_SCOPES.owner = scopes))
    ROLE_SCOPES.owner = new Set([...scopes].filter((scope) => scope !== 'calls:read'))
    expect(await ask(theirs)).toEqual(GONE)
    ROLE_SCOPES.owner = scopes
    await anyWorkspace.membership.deleteMany({ where: { workspaceId: acme.acme.id } })
    expect([await ask(theirs), await ask(url)]).toEqual([GONE, HEARD])
  })

  test('once the recording is deleted, or the call is erased', async () => {
    const [deleted, erased] = [await recorded(), await recorded()]
    const [first, second] = [await link(deleted), await link(erased)]
    expect([await ask(first.url), await ask(second.url)]).toEqual([HEARD, HEARD])
    await acme.key.gql('mutation($callId: ID!) { deleteRecording(callId: $callId) { id } }', { callId: deleted })
    expect(await ask(first.url)).toEqual(GONE)
    await expect(link(deleted)).rejects.toThrow('Recording not found')
    await transaction((tx) => callErasing.eraseCalls(tx, acme.acme.id, [erased], 'request'))
    expect(await ask(second.url)).toEqual(GONE)
    await expect(link(erased)).rejects.toThrow('Call not found')
  })
})

test('only who may read calls is given an address, and none of a call that was not recorded', async () => {
  await expect(link(callId, await acme.acme.key('agents:read'))).rejects.toThrow('Missing scope: calls:read')
  const { id } = (await acme.place('+493012340009')).body
  await until('the end', async () => (await acme.key.get(`/calls/${id}`)).body.summary)
  await expect(link(id)).rejects.toThrow('Recording not found')
})

test('neither the secret part of an address nor that of the provider is logged, whatever comes of it', async () => {
  const mine = await link()
  const audio = (await provider('retell').openRecording((await anyWorkspace.call.findUniqueOrThrow({ where: { id: callId } })).providerCallId!))!.url
  const logged = await loggedBy(async () => {
    await ask(mine.url)
    await (await hear(mine.url, 'bytes=0-3')).arrayBuffer()
    await (await hear(mine.url, undefined, 'POST')).text()
    await (await hear(`${mine.url}/x`)).text()
    await (await hear(`${mine.url}?again=${tokenOf(mine.url)}`)).arrayBuffer()
    expect(await ask(`${mine.url}%E0%A4%A`)).toEqual([404, { detail: 'Not Found' }])
    const { fetch } = globalThis
    const failing = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((...args) => (args[0] === mine.url ? fetch(...args) : Promise.reject(new Error(`cannot reach ${audio}`))))
    expect((await hear(mine.url)).status).toBe(502)
    failing.mockRestore()
    stopClock(new Date(mine.expiresAt))
    expect(await ask(mine.url)).toEqual(GONE)
  })
  expect(logged).toContain('"route":"/recordings/{token}"')
  const signature = tokenOf(mine.url).split('.').at(-1)!
  for (const secret of [signature, audio]) expect(logged.split('\n').filter((line) => line.includes(secret))).toEqual([])
})

/** The key that an address was given to. */
const holderOf = (address: string) => ({ keyId: Number(/\.k(\d+)\./.exec(address)![1]) })
