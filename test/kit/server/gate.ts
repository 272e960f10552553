import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tcpUrlOf } from './postgres.ts'

/** A way to the database that can hold back its answers: what a process asks is done, and the process does not hear of it. */
export async function startGate(databaseUrl: string): Promise<{ url: string; hold(): void; open(): void; stop(): Promise<void> }> {
  const url = new URL(tcpUrlOf(databaseUrl))
  const { hostname, port } = url
  const sockets = new Set<Socket>()
  const databases = new Set<Socket>()
  let isHeld = false
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    databases.add(database)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (part: Buffer) => to.write(part))
      from.once('close', () => {
        sockets.delete(from)
        databases.delete(database)
        to.destroy()
      })
    }
    if (isHeld) database.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    hold() {
      isHeld = true
      for (const database of databases) database.pause()
    },
    open() {
      isHeld = false
      for (const database of databases) database.resume()
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
