import type { LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { respondWith, send, server } from './postKit.ts'

const createLookup = (...answers: { address: string; family: number }[][]): LookupFunction & { calls: string[] } => {
  const calls: string[] = []
  return Object.assign<LookupFunction, { calls: string[] }>(
    (hostname, _options, callback) => {
      calls.push(hostname)
      callback(null, answers[Math.min(calls.length, answers.length) - 1]!)
    },
    { calls },
  )
}

describe('blocked addresses', () => {
  const blocked = { status: null, blocked: true, error: 'the address is private or local' }

  it('a private address is never connected to, in any spelling', async () => {
    const privateReceiver = await server(respondWith('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret'))
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '0.0.0.0', '[::1]', 'localhost'])
      expect(await send(`http://${host}:${privateReceiver.port}/`, { allowPrivate: false }), host).toMatchObject(blocked)
    expect(privateReceiver.seen.connections).toBe(0)
  })

  it('one private address among the DNS answers blocks the name', async () => {
    const inner = await server(respondWith('HTTP/1.1 200 OK\r\n\r\n'))
    const lookup = createLookup([
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
    expect(await send(`http://mixed.example:${inner.port}/`, { allowPrivate: false, lookup })).toMatchObject(blocked)
    expect(await send('http://none.example/', { allowPrivate: false, lookup: createLookup([]) })).toMatchObject(blocked)
    expect(inner.seen.connections).toBe(0)
  })

  it('a name is looked up once per request, so the checked address is the connected one', async () => {
    const receiver = await server(respondWith('HTTP/1.1 200 OK\r\n\r\n'))
    const lookup = createLookup([{ address: '127.0.0.1', family: 4 }], [{ address: '127.0.0.99', family: 4 }])
    expect(await send(`http://flips.example:${receiver.port}/`, { lookup })).toMatchObject({ status: 200 })
    expect(lookup.calls).toEqual(['flips.example'])
  })

  it('an address that changes between lookup and connection receives no data', async () => {
    const inner = await server(respondWith('HTTP/1.1 200 OK\r\n\r\n'))
    let reads = 0
    const rebindingAddress = {
      get address() {
        return reads++ === 0 ? '8.8.8.8' : '127.0.0.1'
      },
      family: 4,
    }
    expect(await send(`http://rebinds.example:${inner.port}/`, { allowPrivate: false, lookup: createLookup([rebindingAddress]) })).toMatchObject(blocked)
    expect(reads).toBeGreaterThan(1)
    expect(inner.seen.bytes).toBe('')
  })
})
