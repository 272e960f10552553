import pg from 'pg'

interface Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Runs `copy … from stdin` with a prepared text, directly in pg's protocol. */
export const copyIn = (client: pg.Client, statement: string, text: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const query = new pg.Query(statement, ((error: Error | null) => (error ? reject(error) : resolve())) as never)
    const handlers = query as unknown as { handleCopyInResponse(connection: Connection): void; callback: (error: Error | null) => void }
    handlers.handleCopyInResponse = (connection) => {
      connection.sendCopyFromChunk(text)
      connection.endCopyFrom()
    }
    client.query(query)
  })
