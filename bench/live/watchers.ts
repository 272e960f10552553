import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { answer } from '../ipc.ts'

export interface Watching {
  url: string
  count: number
  query: string
  variables?: object
  params?: object
}

/** Number of concurrent connection attempts. */
const AT_ONCE = 50
/** The latency of one in this many messages is measured. */
const SAMPLE = 20

let sockets: WebSocket[] = []
let received = 0
let delays: number[] = []

/** Handles a message, with or without a time (`t`). Most are only counted, since watchers and server share the machine. */
function receive(text: Buffer) {
  received += 1
  if (received % SAMPLE !== 0) return
  const at = text.lastIndexOf('"t":')
  if (at > 0) delays.push(performance.timeOrigin + performance.now() - Number.parseFloat(text.toString('latin1', at + 4)))
}

/** Connects a watcher like a real client, with its own connection and ID. */
const connect = ({ url, query, variables, params }: Watching) =>
  new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { perMessageDeflate: false })
    sockets.push(socket)
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`a socket was closed with ${code}`)))
    socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: params })))
    socket.once('message', () => {
      socket.on('message', (data) => receive(data as Buffer))
      socket.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: { query, variables } }))
      resolve()
    })
  })

const percentile = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

answer({
  async watch(watching: Watching) {
    for (let started = 0; started < watching.count; started += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, watching.count - started) }, () => connect(watching)))
    await sleep(1_000)
  },
  forget() {
    received = 0
    delays = []
  },
  /** Waits until no message has arrived for a while. */
  async waitForMessages() {
    for (let before = -1; before !== received; await sleep(500)) before = received
    const sorted = delays.toSorted((a, b) => a - b)
    return { received, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
  },
  async leave() {
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    for (const socket of sockets) socket.terminate()
    await Promise.all(closed)
    sockets = []
    await sleep(1_000)
  },
})
