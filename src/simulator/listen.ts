import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { nowMs } from '../kernel/lib/clock.ts'
import { renderLiveAudio, LIVE_SAMPLE_RATE } from './calls/audio.ts'
import type { VapiCall } from './calls/call.ts'
import { targetOf, Refusal } from './wire/http.ts'
import { plannedLinesOf, toSimulatedSeconds } from './calls/timeline.ts'
import { requireAccess } from './vapi/calls.ts'
import type { SimulatorContext } from './calls/context.ts'

const TICK_MS = 100
/** A listener with more unsent bytes is disconnected. */
const MAX_BUFFERED_BYTES = 1024 * 1024
const LISTEN_PATH = /^\/vapi\/live\/([^/]+)\/listen$/

/** First message on the socket, before the audio. */
const START_MESSAGE = { type: 'start', encoding: 'linear16', container: 'raw', sampleRate: LIVE_SAMPLE_RATE, channels: 1 }

/** Vapi's `monitor.listenUrl`: streams a live call's audio until the call ends. */
export function serveListeners(context: SimulatorContext) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 })

  /** Finds the live call of the request. Throws a Refusal if it does not exist or access is denied. */
  function callOf(request: IncomingMessage): VapiCall {
    const id = LISTEN_PATH.exec(targetOf(request).pathname)?.[1]
    const call = id === undefined ? undefined : context.calls.get(decodeURIComponent(id))
    if (call?.provider !== 'vapi' || hasEnded(call)) throw new Refusal(404, 'Call is not active')
    requireAccess(call.wire.monitor.listen, request.headers, context)
    return call
  }

  const hasEnded = (call: VapiCall) => context.calls.get(call.id) !== call || ['ended', 'analyzed'].includes(context.calls.phaseOf(call))

  function play(call: VapiCall, socket: WebSocket): void {
    const joinedAt = nowMs()
    const talkAtStart = toSimulatedSeconds(call, joinedAt) - call.ringTimeoutSeconds
    let sent = 0
    socket.send(JSON.stringify(START_MESSAGE))
    const timer = setInterval(() => {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate()
      const until = Math.floor(((nowMs() - joinedAt) * LIVE_SAMPLE_RATE) / 1000)
      const audio = renderLiveAudio(plannedLinesOf(call), { first: sent, until, talkAtStart, speed: call.speed })
      sent += audio.length / 2
      if (audio.length > 0) socket.send(audio)
      if (hasEnded(call)) socket.close(1000, 'The call is over')
    }, TICK_MS)
    socket.on('error', () => {})
    socket.once('close', () => clearInterval(timer))
  }

  return {
    /** Throws a Refusal if the request has no live call or no access. */
    open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const call = callOf(request)
      sockets.handleUpgrade(request, socket, head, (listener) => play(call, listener))
    },
    close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}
