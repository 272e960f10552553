import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo, LookupFunction, Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PostOptions } from '../../src/outbound/post.ts'
import { respondWith, send, server } from './postKit.ts'

const startReceiver = (body: string) => server(respondWith(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`))
const sendTo = ({ port }: { port: number }, options?: PostOptions) => send(`http://127.0.0.1:${port}/hook?a=1`, options)

describe('requests and responses', () => {
  it('the body arrives byte for byte with its length and headers, and the connection is closed', async () => {
    let seen: { method?: string; url?: string; headers: http.IncomingHttpHeaders; body: string } | undefined
    const receiver = http
      .createServer((request, response) => {
        const chunks: Buffer[] = []
        request
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => {
            seen = { method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() }
            response.end('thanks')
          })
      })
      .listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    onTestFinished(() => void receiver.close())
    const result = await sendTo(receiver.address() as AddressInfo)
    expect(result).toMatchObject({ status: 200, error: null, blocked: false, response: 'thanks' })
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/hook?a=1',
      body: '{"text":"ü"}',
      headers: { 'content-type': 'application/json', 'x-service-event': 'call.completed', 'content-length': '13', connection: 'close' },
    })
  })

  it('a redirect is a final response and is not followed', async () => {
    const receiver = await server(respondWith('HTTP/1.1 307 Temporary Redirect\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'))
    expect(await sendTo(receiver)).toMatchObject({ status: 307, error: null })
    expect(receiver.seen.connections).toBe(1)
  })

  it('an early hint is not the response', async () => {
    const receiver = await server(respondWith('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'))
    expect(await sendTo(receiver)).toMatchObject({ status: 204, response: '' })
  })

  it('proxy variables are ignored', async () => {
    const proxy = await server(respondWith('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy'))
    const receiver = await server(respondWith('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ndirect'))
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) process.env[name] = `http://127.0.0.1:${proxy.port}`
    const result = await sendTo(receiver)
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) delete process.env[name]
    expect(result.response).toBe('direct')
    expect(proxy.seen.connections).toBe(0)
  })

  it('only the first kilobyte of the response is kept, cut between characters', async () => {
    const body = `a${'é'.repeat(2_000)}`
    const receiver = await server(respondWith(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`))
    expect((await sendTo(receiver)).response).toBe(`a${'é'.repeat(511)}`)
  })

  it('more of the response is kept on request, with the reason if it is incomplete', async () => {
    const fullReceiver = await startReceiver('x'.repeat(5_000))
    expect(await sendTo(fullReceiver, { keepBytes: 65_536 })).toMatchObject({ response: 'x'.repeat(5_000), incompleteReason: null })
    const brokenReceiver = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => setTimeout(() => socket.resetAndDestroy(), 50))
    })
    expect(await sendTo(brokenReceiver, { keepBytes: 65_536 })).toMatchObject({
      status: 200,
      response: 'half',
      incompleteReason: expect.stringContaining('the connection was lost'),
    })
    expect(await sendTo(await startReceiver('x'.repeat(100_000)), { keepBytes: 65_536 })).toMatchObject({
      status: 200,
      incompleteReason: 'the response is too large',
    })
  })

  it('a binary response becomes text that PostgreSQL can store', async () => {
    const receiver = await server((socket) => {
      socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 5\r\n\r\n')
      socket.end(Buffer.from([0x61, 0x00, 0xff, 0x00, 0x62]))
    })
    expect(await sendTo(receiver)).toMatchObject({ status: 500, response: 'a\ufffdb' })
  })
})

describe('receivers that misbehave', () => {
  it('an endless response is dropped after 64 KiB and keeps its status', async () => {
    const receiver = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const writeChunks = () => {
        while (!socket.destroyed && socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`));
      }
      socket.on('drain', writeChunks)
      writeChunks()
    })
    const result = await sendTo(receiver, { timeoutMs: 20_000 })
    expect(result).toMatchObject({ status: 200, response: 'x'.repeat(1024) })
    await expect.poll(() => [...receiver.sockets].every((socket) => socket.destroyed)).toBe(true)
  })

  it('slow headers count toward the timeout', async () => {
    const receiver = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
      const timer = setInterval(() => socket.write('z'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const result = await sendTo(receiver, { timeoutMs: 300 })
    expect(result).toMatchObject({ status: null, error: 'timed out', response: null })
    expect(result.latencyMs).toBeGreaterThanOrEqual(295)
  })

  it('a slow body counts toward the timeout and keeps the status', async () => {
    const receiver = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n')
      const timer = setInterval(() => socket.write('z'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const result = await sendTo(receiver, { timeoutMs: 300 })
    expect(result).toMatchObject({ status: 200, error: null, response: expect.stringMatching(/^z+$/), incompleteReason: 'timed out' })
  })

  it('a receiver that never responds times out', async () => {
    expect(await sendTo(await server(() => {}), { timeoutMs: 200 })).toMatchObject({ status: null, error: 'timed out' })
  })

  it('a name that never resolves times out', async () => {
    expect(await send('http://hook.example/', { timeoutMs: 200, lookup: () => {} })).toMatchObject({ status: null, error: 'timed out' })
  })

  it.each([
    ['garbage', 'the response is not HTTP', respondWith('this is not http at all\r\n\r\n')],
    ['endless headers', 'the response is not HTTP', respondWith(`HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(20_000)}\r\n`)],
    [
      'a reset',
      'the connection was lost',
      (socket: Socket) => {
        socket.resetAndDestroy()
      },
    ],
    [
      'a hang-up',
      'the connection was lost',
      (socket: Socket) => {
        socket.destroy()
      },
    ],
    ['a protocol switch', 'the connection was lost', respondWith('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')],
  ])('%s is described in plain words', async (_what, description, behave) => {
    const result = await sendTo(await server(behave))
    expect(result).toMatchObject({ status: null, blocked: false, response: null })
    expect(result.error).toContain(description)
  })

  it('a reset during the response keeps the status', async () => {
    const receiver = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => setTimeout(() => socket.resetAndDestroy(), 50))
    })
    expect(await sendTo(receiver)).toMatchObject({ status: 200, error: null, response: 'half' })
  })

  it('a failed TLS handshake, a closed port and an unknown name are described in plain words', async () => {
    const plainReceiver = await server(respondWith('HTTP/1.1 200 OK\r\n\r\n'))
    const closedReceiver = await server(() => {})
    closedReceiver.close()
    const failingLookup: LookupFunction = (_name, _options, callback) => callback(Object.assign(new Error(), { code: 'ENOTFOUND' }), [])
    expect((await send(`https://127.0.0.1:${plainReceiver.port}/`)).error).toContain('the TLS certificate or handshake failed')
    expect((await sendTo(closedReceiver)).error).toBe('the connection was refused (ECONNREFUSED)')
    expect((await send('http://nowhere.example/', { lookup: failingLookup })).error).toBe('the host name could not be resolved (ENOTFOUND)')
  })
})
