import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { request } from '../../src/providers/http.ts'
import { type PlaceCallRequest, ProviderError } from '../../src/providers/provider.ts'
import { scaledTimeout } from '../kit/runner/slowness.ts'
import { REF } from './adapterKit.ts'
import { agent, expectProviderError, hang, json, KEY, reset, type Responder, useVendorServer } from './vendorServer.ts'

const vendor = useVendorServer()
const { providers, requests } = vendor

const plain =
  (status: number, text: string): Responder =>
  (_req, res) =>
    res.writeHead(status).end(text)

const partialResponse: Responder = (_req, res) => {
  res.writeHead(201, { 'content-length': '100' })
  res.write('{"call_id":')
}
const abortedResponse: Responder = (_req, res) => {
  partialResponse(_req, res, 0)
  setTimeout(() => res.destroy(), 20)
}
const protocolSwitch: Responder = (req) => req.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
const oversizedResponse: Responder = (_req, res) => res.writeHead(201).end(JSON.stringify({ id: 'c', call_id: 'c', text: 'x'.repeat(5 * 1024 * 1024) }))

const newCallRequest = (timeoutMs = 2_000): PlaceCallRequest => ({
  ref: REF,
  agent,
  from: { e164: '+14155550100', providerNumberId: 'number_1' },
  to: '+390212340100',
  recording: true,
  variables: {},
  metadata: {},
  timeoutMs,
})

/** Name of a response, the response, its error kind for a placement, and its error kind for other requests. */
const RESPONSES: [string, Responder, string, string][] = [
  ['400', json(400, { message: 'bad' }), 'rejected', 'rejected'],
  ['401', json(401, { message: 'no' }), 'account', 'account'],
  ['402', json(402, { message: 'pay' }), 'account', 'account'],
  ['403', json(403, { message: 'no' }), 'account', 'account'],
  ['404', json(404, { message: 'none' }), 'not_found', 'not_found'],
  ['408', json(408, { message: 'slow' }), 'unknown_outcome', 'unavailable'],
  ['409', json(409, { message: 'clash' }), 'rejected', 'rejected'],
  ['421', json(421, { message: 'elsewhere' }), 'rejected', 'rejected'],
  ['422', json(422, { message: 'wrong' }), 'rejected', 'rejected'],
  ['422 for a missing asset', json(422, { message: 'Cannot find requested asset under given api key.' }), 'not_found', 'not_found'],
  ['429', json(429, { message: 'slow down' }), 'throttled', 'throttled'],
  ['400 about concurrency', json(400, { message: 'Over Concurrency Limit' }), 'throttled', 'throttled'],
  ['500', json(500, { message: 'oops' }), 'unknown_outcome', 'unavailable'],
  ['500 about concurrency', json(500, { message: 'concurrency' }), 'unknown_outcome', 'unavailable'],
  ['502 in HTML', plain(502, '<html>bad gateway</html>'), 'unknown_outcome', 'unavailable'],
  ['503', json(503, {}), 'unknown_outcome', 'unavailable'],
  ['a redirect', (_req, res) => res.writeHead(307, { location: '/elsewhere' }).end(), 'unknown_outcome', 'unavailable'],
  ['a reset', reset, 'unknown_outcome', 'unavailable'],
  ['an aborted response', abortedResponse, 'unknown_outcome', 'unavailable'],
  ['no response', hang, 'unknown_outcome', 'unavailable'],
  ['a partial response', partialResponse, 'unknown_outcome', 'unavailable'],
  ['a protocol switch', protocolSwitch, 'unknown_outcome', 'unavailable'],
  ['a success that is not JSON', plain(201, 'ok'), 'unknown_outcome', 'unavailable'],
  ['a success without an ID', json(201, {}), 'unknown_outcome', 'unavailable'],
  ['an oversized success', oversizedResponse, 'unknown_outcome', 'unavailable'],
]

describe('error kinds', () => {
  test.each(RESPONSES)('%s: a placement sends one POST and throws the right kind', async (_name, responder, kind) => {
    vendor.respond = responder
    for (const provider of providers()) {
      requests.length = 0
      expect((await expectProviderError(provider.placeCall(newCallRequest(scaledTimeout(1_000))))).kind).toBe(kind)
      expect(requests.map(({ method }) => method)).toEqual(['POST'])
    }
  })

  test.each(RESPONSES)('%s: other requests throw the right kind', async (_name, responder, _kind, kind) => {
    vendor.respond = responder
    const read = request({ base: vendor.baseUrl, key: KEY, method: 'POST', path: '/x', effect: 'change', timeoutMs: scaledTimeout(1_000) }).then((reply) => {
      if ((reply.body as { call_id?: string }).call_id === undefined) throw new ProviderError('unavailable', 'no id')
    })
    expect((await expectProviderError(read)).kind).toBe(kind)
  })

  test('an unreachable provider is unavailable, not an unknown outcome', async () => {
    const closed = http.createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    for (const address of [`http://127.0.0.1:${port}`, 'http://provider.invalid', vendor.baseUrl.replace('http:', 'https:')])
      for (const provider of providers(address)) expect((await expectProviderError(provider.placeCall(newCallRequest()))).kind).toBe('unavailable')
    expect(requests).toHaveLength(0)
  })

  test('a throttled error has the delay of Retry-After', async () => {
    vendor.respond = json(429, { message: 'slow down' }, { 'retry-after': '7' })
    expect((await expectProviderError(providers()[0]!.placeCall(newCallRequest()))).info).toEqual({ status: 429, retryAfterMs: 7_000 })
    vendor.respond = json(429, {}, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
    const { retryAfterMs } = (await expectProviderError(providers()[0]!.placeCall(newCallRequest()))).info
    expect(retryAfterMs).toBeGreaterThan(55_000)
    expect(retryAfterMs).toBeLessThanOrEqual(60_000)
  })

  test("error messages are the vendor's, on one line, with our key masked", async () => {
    vendor.respond = json(400, { message: ['name is too long', `key ${KEY} is\nodd`] })
    for (const provider of providers())
      expect((await expectProviderError(provider.placeCall(newCallRequest()))).message).toBe('name is too long; key *** is odd')
    vendor.respond = plain(500, `<html>${KEY} at stack.js:12</html>`)
    expect((await expectProviderError(providers()[0]!.placeCall(newCallRequest()))).message).toBe('The voice provider responded with status 500')
  })
})
