import { once } from 'node:events'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type pg from 'pg'

/** What `pg` offers to queries that speak COPY, which its types leave out. */
interface CopyConnection {
  stream: Writable & Readable
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** The answers of the server to a query, as `pg` hands them over. */
interface CopyQuery {
  submit(connection: CopyConnection): void
  handleCopyData?(message: { chunk: Buffer }, connection: CopyConnection): void
  handleCopyInResponse?(connection: CopyConnection): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

const rowsOf = (tag: string) => Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? 0)
const submit = (client: pg.ClientBase, query: CopyQuery) => void client.query(query as unknown as pg.Submittable)

/** Runs `copy … to stdout`. The rows are read no faster than they are used. `rows()` is their number at the end. */
export function copyOut(client: pg.ClientBase, text: string): { bytes: Readable; rows(): number } {
  let rows = 0
  let connection: CopyConnection
  const bytes = new PassThrough({ highWaterMark: 256 * 1024 })
  submit(client, {
    submit(opened) {
      connection = opened
      for (const event of ['drain', 'close']) bytes.on(event, () => connection.stream.resume())
      connection.query(text)
    },
    handleCopyData({ chunk }) {
      // A copy, because the chunk is a part of a buffer that is used again.
      if (!bytes.destroyed && !bytes.write(Buffer.from(chunk))) connection.stream.pause()
    },
    handleCommandComplete({ text: tag }) {
      rows = rowsOf(tag)
    },
    handleReadyForQuery: () => void bytes.end(),
    handleError: (error) => void bytes.destroy(error),
  })
  return { bytes, rows: () => rows }
}

/** Runs `copy … from stdin` with these bytes, and returns the number of rows. If the bytes fail, nothing is copied. */
export function copyIn(client: pg.ClientBase, text: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0
  let failure: Error | undefined
  let isRefused = false
  async function send(connection: CopyConnection) {
    for await (const chunk of bytes) {
      if (isRefused) return
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
    connection.endCopyFrom()
  }
  return new Promise((resolve, reject) =>
    submit(client, {
      submit: (connection) => connection.query(text),
      handleCopyInResponse: (connection) =>
        void send(connection).catch((error: Error) => {
          failure = error
          connection.sendCopyFail('The source failed')
        }),
      handleCommandComplete({ text: tag }) {
        rows = rowsOf(tag)
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve(rows)),
      handleError(error) {
        isRefused = true
        reject(failure ?? error)
      },
    }),
  )
}
