import http from 'node:http'
import { WebSocket } from 'ws'
import { until } from './until.ts'
import { wire } from './socket.ts'

/** Something that stays open, as its client sees it. */
export interface Watched {
  /** How the server ended it: the code of a socket; of an answer `cut`, or the error its event stream ended with. Null while it is open. */
  ending(): number | string | null
  /** Reads all that is still on its way. */
  drain?(): void
  close(): void
}
/** The credential as each kind of stream takes it. */
export interface Credential {
  key?: string
  accessToken?: string
}

const LIVE = 'subscription { activeCallsUpdated { startIndex } }'
const headersOf = ({ key, accessToken }: Credential): Record<string, string> => (key ? { 'X-API-Key': key } : { Authorization: `Bearer ${accessToken}` })

/** A graphql-ws socket with a subscription. */
export async function socketStream(url: string, { key, accessToken }: Credential): Promise<Watched> {
  const opened = await wire(url, { apiKey: key, accessToken })
  let code: number | null = null
  void opened.closed.then((ended) => (code = ended))
  opened.subscribe('1', LIVE)
  return { ending: () => code, close: () => void opened.close() }
}

/** A subscription as server-sent events. */
export async function eventStream(url: string, credential: Credential): Promise<Watched> {
  const gone = new AbortController()
  const res = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', ...headersOf(credential) },
    body: JSON.stringify({ query: LIVE }),
    signal: gone.signal,
  })
  if (!res.headers.get('content-type')?.startsWith('text/event-stream')) throw new Error(await res.text())
  let text = ''
  let isOver = false
  const read = async () => {
    for await (const chunk of res.body!) text += Buffer.from(chunk).toString()
  }
  read()
    .catch(() => {})
    .finally(() => (isOver = true))
  return { ending: () => (isOver ? (/"code":"(\w+)"/.exec(text)?.[1] ?? 'cut') : null), close: () => gone.abort() }
}

/** A file that its client does not read yet: there is more of it than the network holds. */
export async function fileStream(address: string, credential: Credential = {}): Promise<Watched> {
  const request = http.get(address, { headers: { ...(credential.key || credential.accessToken ? headersOf(credential) : {}), Connection: 'close' } })
  const res = await new Promise<http.IncomingMessage>((resolve, reject) => request.once('response', resolve).once('error', reject))
  if (res.statusCode !== 200) throw new Error(`${address} answered ${res.statusCode}`)
  let ended: string | null = null
  res.on('error', () => {})
  res.once('close', () => (ended = res.complete ? 'complete' : 'cut'))
  request.on('error', () => {})
  return { ending: () => ended, drain: () => void res.resume(), close: () => request.destroy() }
}

/** A call that is listened to; null where it ended before there was any sound. */
export async function listenStream(address: string): Promise<Watched | null> {
  const socket = new WebSocket(address)
  let code: number | null = null
  let heard = false
  socket.on('message', () => (heard = true))
  socket.on('close', (ended) => (code = ended))
  socket.on('error', () => {})
  await until('sound', () => heard || code !== null)
  if (!heard) return null
  return { ending: () => code, close: () => socket.close() }
}
