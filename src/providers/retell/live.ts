import { z } from 'zod'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { isRefusal } from '../outcomes.ts'
import type { LiveAudio } from '../liveAudio.ts'

const ListenReply = z.object({
  access_token: z.string().min(1),
  expires_at: z.number(),
  room_name: z.string(),
  ice_servers: field.of(z.array(z.unknown())),
  transport: field.text,
  url: field.text,
})

/** Returns access to the live audio of a call, or null if the call is unknown or not in progress. Unused tokens expire automatically. */
export async function listenAtRetell(send: Send, providerCallId: string): Promise<LiveAudio | null> {
  try {
    const reply = await send({ method: 'POST', path: `/v2/listen-live-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' })
    const { access_token: token, expires_at, room_name: room, ice_servers, transport, url } = parseReply(ListenReply, reply.body)
    return { kind: 'webrtc', transport: transport ?? 'livekit', url, token, room, iceServers: ice_servers ?? [], expiresAt: new Date(expires_at) }
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

const ConcurrencyReply = z.object({ current_concurrency: field.number, concurrency_limit: field.number })

/** Returns the active calls of our key, and their limit without extra charge; null if Retell does not report them. */
export async function getRetellConcurrency(send: Send): Promise<{ current: number; limit: number } | null> {
  const { body } = await send({ method: 'GET', path: '/get-concurrency', effect: 'safe' })
  const { current_concurrency: current, concurrency_limit: limit } = parseReply(ConcurrencyReply, body)
  return current === null || limit === null ? null : { current, limit }
}
