import { createHmac } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Client, graphql } from '../kit/clients/client.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { measureUnitOfWork } from '../kit/observers/cpuTime.ts'
import { measureLongestTurn, probeSettings } from '../kit/observers/turns.ts'

/**
 * A server in its own process receives texts. No turn of its event loop, for which other requests wait, may take longer than parsing and writing 2.5 MB
 * of JSON, which is about 50 ms of an idle machine. Both are CPU time of one thread, measured on the same machine at the same time, so other work on it
 * changes neither. Garbage collection or compilation during one try does not repeat in the next, so the best of 25 tries counts.
 */
const TRIES = 25
const PIECE = 65_536
/** Responses that were refused before their text was read, so that nothing was measured. */
export const NOT_READ = [401, 403, 404, 405, 429, 500]

export interface Sending {
  method?: string
  path: string
  headers?: Record<string, string>
  body: readonly Buffer[]
}
export interface LoopResponse {
  /** Null if the connection closed before a response. */
  status: number | null
  text: string
}

/** The server of a file, with a key of every scope, an owner's access token (valid for ten minutes), and no practical rate limit. */
export function useLoop() {
  let [server, key, token, probe]: [Product?, Client?, string?, string?] = []
  beforeAll(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'callwright-loop-'))
    probe = join(dir, 'probe.sock')
    const plans = join(dir, 'plans.json')
    writeFileSync(plans, JSON.stringify({ plans: [{ plan: 'enterprise', valid_from: '2020-01-01T00:00:00Z', rpm: 1_000_000, rpd: 1_000_000_000 }] }))
    server = await createProduct({ LOG_LEVEL: 'silent', PLANS_FILE: plans, ...probeSettings(probe) })
    await server.start({})
    key = server.client()
    const { email, password } = server.demo()
    const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }'
    token = (await graphql(server.url, {}, signIn, { input: { email, password } })).data.signIn.accessToken
  })
  afterAll(() => server?.end())
  return {
    server: () => server!,
    key: () => key!,
    token: () => token!,
    send: (sending: Sending) => send(server!.url, sending),
    /** Fails if other requests wait too long for a part of the work. */
    async keepsNobodyWaiting(work: () => Promise<unknown>) {
      expect(await measureBlocking(() => measureLongestTurn(probe!, work))).toBeLessThan(1)
    },
  }
}

let unit = 0

/**
 * The longest block of the best try, in units of work. More than one is too much. If the result is far below the last unit, the unit is not measured again.
 */
export async function measureBlocking(measure: () => Promise<number>): Promise<number> {
  let fewest = Infinity
  for (let tries = 0; tries < TRIES && fewest >= 1; tries++) {
    const ms = await measure()
    if (ms > unit / 2) unit = measureUnitOfWork()
    fewest = Math.min(fewest, ms / unit)
  }
  if (process.env.TELL_UNITS) process.stdout.write(`${fewest.toFixed(2)} units: ${expect.getState().currentTestName}\n`)
  return fewest
}

/** A text of about that length: its start, the repeated part, and its end. */
export function repeated([head, unit, tail]: readonly [string, string, string], length: number): Buffer[] {
  const piece = Buffer.from(unit.repeat(Math.max(1, Math.floor(Math.min(PIECE, length) / Buffer.byteLength(unit)))))
  return [Buffer.from(head), ...Array<Buffer>(Math.max(1, Math.floor(length / piece.length))).fill(piece), Buffer.from(tail)]
}

/** A value in JSON, in pieces. */
export function jsonPieces(value: unknown): Buffer[] {
  const json = Buffer.from(JSON.stringify(value))
  return Array.from({ length: Math.ceil(json.length / PIECE) }, (_, at) => json.subarray(at * PIECE, (at + 1) * PIECE))
}

/** Signs as Retell signs its webhooks. */
export function signedAsRetell(secret: string, body: readonly Buffer[]): Record<string, string> {
  const at = String(Date.now())
  const mac = createHmac('sha256', secret)
  for (const part of body) mac.update(part)
  return { 'X-Retell-Signature': `v=${at},d=${mac.update(at).digest('hex')}` }
}

/** Sends a request piece by piece, until it is complete or answered. */
export const send = (url: string, { method = 'POST', path, headers, body }: Sending) =>
  new Promise<LoopResponse>((resolve) => {
    const length = body.reduce((sum, part) => sum + part.length, 0)
    const options = { method, headers: { 'Content-Type': 'application/json', 'Content-Length': length, ...headers }, agent: false }
    const req = request(url + path, options, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (part: string) => (text += part))
      res.on('close', () => (resolve({ status: res.statusCode ?? null, text }), req.destroy()))
    })
    req.on('error', () => resolve({ status: null, text: '' }))
    let at = 0
    const sendInPieces = () => {
      while (at < body.length) if (!req.write(body[at++])) return void req.once('drain', sendInPieces)
      req.end()
    }
    sendInPieces()
  })
