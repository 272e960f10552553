import http from 'node:http'
import { WebSocket } from 'ws'
import { waitFor } from '../waiting/waitFor.ts'
import { openProtocolSocket } from './graphqlSocket.ts'

/** An open stream, as its client sees it. */
export interface OpenStream {
  /** How the server ended it. For a socket, the close code. For a response, `cut` or the error that its event stream ended with. `null` while it is open. */
  closeReason(): number | string | null
  /** Reads what is still in transit. */
  drain?(): void
  close(): void
}
/** The credential for any kind of stream. */
export interface Credential {
  key?: string
  accessToken?: string
}

const SUBSCRIPTION = 'subscription { activeCallsUpdated { startIndex } }'
const headersOf = ({ key, accessToken }: Credential): Record<string, string> => (key ? { 'X-API-Key': key } : { Authorization: `Bearer ${accessToken}` })

/** A graphql-ws socket with a subscription. */
export async function openSocketStream(url: string, { key, accessToken }: Credential): Promise<OpenStream> {
  const protocolSocket = await openProtocolSocket(url, { apiKey: key, accessToken })
  let code: number | null = null
  void protocolSocket.closed.then((ended) => (code = ended))
  protocolSocket.subscribe('1', SUBSCRIPTION)
  return { closeReason: () => code, close: () => void protocolSocket.close() }
}

/** A subscription as server-sent events. */
export async function openEventStream(url: string, credential: Credential): Promise<OpenStream> {
  const controller = new AbortController()
  const res = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', ...headersOf(credential) },
    body: JSON.stringify({ query: SUBSCRIPTION }),
    signal: controller.signal,
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
  return { closeReason: () => (isOver ? (/"code":"(\w+)"/.exec(text)?.[1] ?? 'cut') : null), close: () => controller.abort() }
}

/** A file that its client doesn't read yet. It is larger than the network's buffers. */
export async function openFileStream(address: string, credential: Credential = {}): Promise<OpenStream> {
  const request = http.get(address, { headers: { ...(credential.key || credential.accessToken ? headersOf(credential) : {}), Connection: 'close' } })
  const res = await new Promise<http.IncomingMessage>((resolve, reject) => request.once('response', resolve).once('error', reject))
  if (res.statusCode !== 200) throw new Error(`${address} answered ${res.statusCode}`)
  let ended: string | null = null
  res.on('error', () => {})
  res.once('close', () => (ended = res.complete ? 'complete' : 'cut'))
  request.on('error', () => {})
  return { closeReason: () => ended, drain: () => void res.resume(), close: () => request.destroy() }
}

/** The audio of an active call. `null` if it ended before there was any sound. */
export async function openListenStream(address: string): Promise<OpenStream | null> {
  const socket = new WebSocket(address)
  let code: number | null = null
  let hasSound = false
  socket.on('message', () => (hasSound = true))
  socket.on('close', (ended) => (code = ended))
  socket.on('error', () => {})
  await waitFor('sound', () => hasSound || code !== null)
  if (!hasSound) return null
  return { closeReason: () => code, close: () => socket.close() }
}
