import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { CallId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { log } from '../../kernel/log.ts'
import { pathOf } from '../../kernel/http/requests.ts'
import * as callMonitoring from '../../services/calls/recordings/callMonitoring.ts'
import { registerSocket, TRY_AGAIN_LATER } from './closeCodes.ts'

const PATH = /^\/listen\/([\w-]{1,4096})$/
/** Maximum unsent bytes per listener. Slower listeners are disconnected, since live audio cannot wait. */
const MAX_BUFFERED = 1024 * 1024
/** Listeners of one workspace at the same time, on one server. */
const MAX_LISTENERS = 20
const OVER = 1000
const BAD_GATEWAY = 1014

/** Whether a WebSocket request is for listening to a call. */
export const wantsToListen = (request: IncomingMessage) => PATH.test(pathOf(request))

/**
 * Forwards the audio of a live call from the provider's WebSocket to the listener's, in one direction only. The provider's URL stays
 * hidden. Ends with the call, when access is revoked, or when the listener is too slow.
 */
export function serveListeners() {
  const wss = new WebSocketServer({ noServer: true, maxPayload: 1024 })
  const listeners = new Map<WebSocket, WorkspaceId>()
  const isFull = (workspaceId: WorkspaceId) => [...listeners.values()].filter((id) => id === workspaceId).length >= MAX_LISTENERS

  async function open(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const [, ticket = ''] = PATH.exec(pathOf(request)) ?? []
    try {
      const { actor, callId, url } = await callMonitoring.redeem(ticket)
      if (isFull(actor.workspaceId)) throw new Error('The workspace has too many listeners')
      wss.handleUpgrade(request, socket, head, (listener) => {
        listeners.set(listener, actor.workspaceId)
        registerSocket(actor, listener)
        listener.once('close', () => listeners.delete(listener))
        forwardAudio(url, listener, callId)
      })
    } catch (error) {
      log.info({ err: (error as Error).message }, 'refused a request to listen to a call')
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    }
  }

  return {
    open: (request: IncomingMessage, socket: Duplex, head: Buffer) => void open(request, socket, head),
    close() {
      for (const socket of listeners.keys()) socket.close(1001, 'The server is shutting down')
    },
  }
}

function forwardAudio(url: string, listener: WebSocket, callId: CallId) {
  const source = new WebSocket(url, { handshakeTimeout: 5_000, maxPayload: MAX_BUFFERED, followRedirects: false })
  source.on('message', (data: Buffer, isBinary) => {
    if (listener.bufferedAmount > MAX_BUFFERED) return listener.close(TRY_AGAIN_LATER, 'The connection is too slow')
    if (listener.readyState === WebSocket.OPEN) listener.send(data, { binary: isBinary })
  })
  source.on('error', (err) => {
    log.warn({ callId, err: err.message }, 'could not receive the audio of a call')
    listener.close(BAD_GATEWAY, 'No audio from the voice provider')
  })
  source.on('close', () => listener.close(OVER, 'The call has ended'))
  listener.on('error', () => {})
  listener.on('close', () => source.terminate())
}
