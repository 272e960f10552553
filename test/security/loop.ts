import { createHmac } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Client, graphql } from '../kit/client.ts'
import { product, type Product } from '../kit/process.ts'
import { longestStretch, unitOfWork } from '../kit/waits.ts'

/**
 * A server in a process of its own is sent texts while others ask for its health. No question may wait for more work than reading and writing
 * 2.5 MB of JSON, which is some 50 ms of an idle machine.
 *
 * Both sides are CPU time of one thread, taken on the same machine at the same time, so that other work on it changes neither; garbage that is
 * collected or code that is compiled during one try is not there at the next, so that the best of five tries counts.
 */
const TRIES = 5
const PIECE = 65_536
/** Answers to what was refused before its text was looked at, so that nothing was measured. */
export const NOT_READ = [401, 403, 404, 405, 429, 500]

export interface Sending {
  method?: string
  path: string
  headers?: Record<string, string>
  body: readonly Buffer[]
}
export interface Answered {
  /** Null where the connection was closed before an answer. */
  status: number | null
  text: string
}

/** The server of a file, with a key of every scope, an owner's access token (of ten minutes), and as many requests a minute as it takes. */
export function useLoop() {
  let [server, key, token]: [Product?, Client?, string?] = []
  beforeAll(async () => {
    const plans = join(mkdtempSync(join(tmpdir(), 'callwright-plans-')), 'plans.json')
    writeFileSync(plans, JSON.stringify({ plans: [{ plan: 'enterprise', valid_from: '2020-01-01T00:00:00Z', rpm: 1_000_000, rpd: 1_000_000_000 }] }))
    server = await product({ LOG_LEVEL: 'silent', PLANS_FILE: plans })
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
    /** Fails where everybody else waited too long for one stretch of the work. */
    async keepsNobodyWaiting(work: () => Promise<unknown>) {
      expect(await fewestUnits(() => longestStretch(server!.url, server!.pid()!, work))).toBeLessThan(1)
    },
  }
}

let unit = 0

/** The longest stretch of the best try, in units of work: more than one is too much. What is far below the unit measured last needs no new one. */
export async function fewestUnits(measured: () => Promise<{ ms: number }>): Promise<number> {
  let fewest = Infinity
  for (let tries = 0; tries < TRIES && fewest >= 1; tries++) {
    const { ms } = await measured()
    if (ms > unit / 2) unit = unitOfWork()
    fewest = Math.min(fewest, ms / unit)
  }
  if (process.env.TELL_UNITS) process.stdout.write(`${fewest.toFixed(2)} units: ${expect.getState().currentTestName}\n`)
  return fewest
}

/** A text of about that length: its beginning, what is repeated, and its end. */
export function repeated([head, unit, tail]: readonly [string, string, string], length: number): Buffer[] {
  const piece = Buffer.from(unit.repeat(Math.max(1, Math.floor(Math.min(PIECE, length) / Buffer.byteLength(unit)))))
  return [Buffer.from(head), ...Array<Buffer>(Math.max(1, Math.floor(length / piece.length))).fill(piece), Buffer.from(tail)]
}

/** A value in JSON, in pieces. */
export function inJson(value: unknown): Buffer[] {
  const whole = Buffer.from(JSON.stringify(value))
  return Array.from({ length: Math.ceil(whole.length / PIECE) }, (_, at) => whole.subarray(at * PIECE, (at + 1) * PIECE))
}

/** As Retell signs its webhooks. */
export function signedAsRetell(secret: string, body: readonly Buffer[]): Record<string, string> {
  const at = String(Date.now())
  const mac = createHmac('sha256', secret)
  for (const part of body) mac.update(part)
  return { 'X-Retell-Signature': `v=${at},d=${mac.update(at).digest('hex')}` }
}

/** Sends a request piece by piece, until it is all sent or answered. */
export const send = (url: string, { method = 'POST', path, headers, body }: Sending) =>
  new Promise<Answered>((resolve) => {
    const length = body.reduce((sum, part) => sum + part.length, 0)
    const options = { method, headers: { 'Content-Type': 'application/json', 'Content-Length': length, ...headers }, agent: false }
    const req = request(url + path, options, (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (part: string) => (text += part))
      res.on('close', () => (resolve({ status: res.statusCode ?? null, text }), req.destroy()))
    })
    req.on('error', () => resolve({ status: null, text: '' }))
    let at = 0
    const pour = () => {
      while (at < body.length) if (!req.write(body[at++])) return void req.once('drain', pour)
      req.end()
    }
    pour()
  })
