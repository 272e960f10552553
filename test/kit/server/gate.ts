import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tcpUrlOf } from './postgres.ts'

export interface Gate {
  url: string
  /** Holds back answers from now on. */
  hold(): void
  /** Whether an answer to a request that contains this text, such as the name of a statement, is held back. */
  holdsAnswerTo(part: string): boolean
  open(): void
  stop(): Promise<void>
}

/** A way to the database that can hold back its answers: what a process asks is done, and the process does not hear of it. */
export async function startGate(databaseUrl: string): Promise<Gate> {
  const url = new URL(tcpUrlOf(databaseUrl))
  const { hostname, port } = url
  const connections = new Set<{ client: Socket; database: Socket; request: Buffer; answers: Buffer[] }>()
  let isHeld = false
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    const connection = { client, database, request: Buffer.alloc(0) as Buffer, answers: [] as Buffer[] }
    connections.add(connection)
    client.on('data', (part: Buffer) => {
      connection.request = part
      database.write(part)
    })
    database.on('data', (part: Buffer) => (isHeld ? connection.answers.push(part) : client.write(part)))
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      from.on('error', () => {})
      from.once('close', () => {
        connections.delete(connection)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    hold: () => void (isHeld = true),
    holdsAnswerTo: (part) => [...connections].some(({ request, answers }) => answers.length > 0 && request.includes(part)),
    open() {
      isHeld = false
      for (const { client, answers } of connections) for (const answer of answers.splice(0)) client.write(answer)
    },
    stop() {
      for (const { client } of connections) client.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
