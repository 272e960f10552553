import { WebSocket } from 'ws'
import { answer } from '../ipc.ts'

interface Watching {
  servers: string[]
  apiKeys: string[]
  /** Only calls whose provider's ID ends in one of these characters are noted. */
  sample: string
}

/** What the watchers saw, with times in milliseconds since the epoch. */
export interface WatcherReport {
  messages: number
  /** Connections that were opened again, and the longest time until one was. */
  reconnects: number
  longestGapMs: number
  /** The lines of the sampled calls by provider's call ID: when each was seen first. */
  lines: Record<string, number[]>
}

const QUERY = 'subscription { activeCallsUpdated { startIndex lines { role text startSeconds } call { id status providerCallId } } }'
const RETRY_MS = 250
const CALL = /"providerCallId":"(\w+)"/

const report: WatcherReport = { messages: 0, reconnects: 0, longestGapMs: 0, lines: {} }
let watching: Watching

/** One watcher for each workspace, like a member with the page of live calls open. */
answer({
  async watch(given: Watching) {
    watching = given
    await Promise.all(given.apiKeys.map((apiKey, nth) => new Promise<void>((resolve) => connect(apiKey, nth, null, resolve))))
  },
  notes: () => report,
})

/** Connects to the `nth` server, and to the next one if it closes the connection. */
function connect(apiKey: string, nth: number, lostAt: number | null, onReady: () => void) {
  const { servers } = watching
  const url = `${servers[nth % servers.length]!.replace('http', 'ws')}/graphql`
  const socket = new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false })
  let isReady = false
  socket.on('error', () => {})
  socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey } })))
  socket.once('message', () => {
    isReady = true
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: QUERY } }))
    if (lostAt !== null) report.longestGapMs = Math.max(report.longestGapMs, Date.now() - lostAt)
    if (lostAt !== null) report.reconnects += 1
    socket.on('message', (data) => note((data as Buffer).toString(), Date.now()))
    onReady()
  })
  socket.once('close', () => {
    const since = isReady ? Date.now() : lostAt
    setTimeout(() => connect(apiKey, nth + 1, since, isReady ? () => {} : onReady), RETRY_MS)
  })
}

interface Update {
  payload: { data?: { activeCallsUpdated: { startIndex: number; lines: unknown[] } } }
}

/** Most messages are only counted, since the watchers share the machine with the servers. */
function note(text: string, at: number) {
  report.messages += 1
  const id = CALL.exec(text)?.[1]
  if (!id || !watching.sample.includes(id.at(-1)!)) return
  const update = (JSON.parse(text) as Update).payload.data?.activeCallsUpdated
  const known = (report.lines[id] ??= [])
  for (let line = 0; line < (update?.lines.length ?? 0); line++) known[update!.startIndex + line] ??= at
}
