import { z } from 'zod'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { isRefusal } from '../outcomes.ts'
import type { LiveAudio } from '../liveAudio.ts'

const Invitation = z.object({
  access_token: z.string().min(1),
  expires_at: z.number(),
  room_name: z.string(),
  ice_servers: field.of(z.array(z.unknown())),
  transport: field.text,
  url: field.text,
})

/** A token to hear a call in progress; null when it is not, or not known. A token that is never used expires by itself. */
export async function listenAtRetell(send: Send, providerCallId: string): Promise<LiveAudio | null> {
  try {
    const reply = await send({ method: 'POST', path: `/v2/listen-live-call/${encodeURIComponent(providerCallId)}`, effect: 'safe' })
    const { access_token: token, expires_at, room_name: room, ice_servers, transport, url } = parseReply(Invitation, reply.body)
    return { kind: 'webrtc', transport: transport ?? 'livekit', url, token, room, iceServers: ice_servers ?? [], expiresAt: new Date(expires_at) }
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

const Concurrency = z.object({ current_concurrency: field.number, concurrency_limit: field.number })

/** Calls in progress with our key, and how many there may be without extra charge. */
export async function getRetellConcurrency(send: Send): Promise<{ current: number; limit: number } | null> {
  const { body } = await send({ method: 'GET', path: '/get-concurrency', effect: 'safe' })
  const { current_concurrency: current, concurrency_limit: limit } = parseReply(Concurrency, body)
  return current === null || limit === null ? null : { current, limit }
}
