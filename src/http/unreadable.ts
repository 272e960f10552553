import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { log } from '../kernel/log.ts'

const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, HPE_CHUNK_EXTENSIONS_OVERFLOW: 413, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Responds to unreadable HTTP like to any other error: JSON with `detail`, and a request ID (contract: error body). */
export function answerUnreadable(server: Server) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => sendError(socket as Socket, STATUS[error.code ?? ''] ?? 400, error.code))
  server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse) => {
    const body = bodyOf(417)
    res.writeHead(417, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), 'X-Request-Id': randomUUID() }).end(body)
  })
}

/** Sends an error, unless the client has disconnected or is already receiving a response. */
function sendError(socket: Socket, status: number, code: string | undefined) {
  const activeResponse = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage
  if (!socket.writable || code === 'ECONNRESET' || activeResponse?.headersSent) return void socket.destroy()
  const requestId = randomUUID()
  log.info({ requestId, status, code }, 'received an unreadable request')
  const body = bodyOf(status)
  const head = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, `X-Request-Id: ${requestId}`]
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}

const bodyOf = (status: number) => JSON.stringify({ detail: STATUS_CODES[status] })
