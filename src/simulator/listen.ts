import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { nowMs } from '../kernel/lib/clock.ts'
import { renderLiveAudio, LIVE_SAMPLE_RATE } from './calls/audio.ts'
import type { VapiCall } from './calls/call.ts'
import { targetOf, Refusal } from './wire/http.ts'
import { plannedLinesOf, toSimulatedSeconds } from './calls/timeline.ts'
import { checkAccess } from './vapi/calls.ts'
import type { SimulatorContext } from './calls/context.ts'

const TICK_MS = 100
/** More than that unsent, and the listener is let go. */
const MAX_BUFFERED = 1024 * 1024
const PATH = /^\/vapi\/live\/([^/]+)\/listen$/

/** What comes first on the socket, before the sound. */
const START = { type: 'start', encoding: 'linear16', container: 'raw', sampleRate: LIVE_SAMPLE_RATE, channels: 1 }

/** Vapi's `monitor.listenUrl`: a live call's sound as it is made, until the call ends. */
export function serveListeners(context: SimulatorContext) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 })

  /** The live call that the request may hear. Throws a Refusal. */
  function callOf(request: IncomingMessage): VapiCall {
    const id = PATH.exec(targetOf(request).pathname)?.[1]
    const call = id === undefined ? undefined : context.calls.get(decodeURIComponent(id))
    if (call?.provider !== 'vapi' || isOver(call)) throw new Refusal(404, 'Call is not active')
    checkAccess(call.wire.monitor.listen, request.headers, context)
    return call
  }

  const isOver = (call: VapiCall) => context.calls.get(call.id) !== call || ['ended', 'analyzed'].includes(context.calls.phaseOf(call))

  function play(call: VapiCall, socket: WebSocket): void {
    const joined = nowMs()
    const talkAtStart = toSimulatedSeconds(call, joined) - call.ringTimeoutSeconds
    let sent = 0
    socket.send(JSON.stringify(START))
    const timer = setInterval(() => {
      if (socket.bufferedAmount > MAX_BUFFERED) return socket.terminate()
      const wanted = Math.floor(((nowMs() - joined) * LIVE_SAMPLE_RATE) / 1000)
      const sound = renderLiveAudio(plannedLinesOf(call), { first: sent, wanted, talkAtStart, speed: call.speed })
      sent += sound.length / 2
      if (sound.length > 0) socket.send(sound)
      if (isOver(call)) socket.close(1000, 'The call is over')
    }, TICK_MS)
    socket.on('error', () => {})
    socket.once('close', () => clearInterval(timer))
  }

  return {
    /** Throws a Refusal when there is nothing to hear for that request. */
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
