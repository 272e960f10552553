import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { inMs, nowMs } from '../../../kernel/lib/clock.ts'
import { conflict, forbidden, unauthenticated } from '../../../kernel/vocabulary/errors.ts'
import type { LiveAudio } from '../../../providers/liveAudio.ts'
import { seal, unseal } from '../../../kernel/crypto/seal.ts'
import { settings } from '../../../kernel/config/settings.ts'
import * as access from '../../access/access.ts'
import * as calls from '../calls.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import { provider, providerFailed } from '../../voiceProviders/voiceProviders.ts'

/** A ticket must be used within that time of its making. */
const TICKET_MS = 60_000
const PLACE = 'listening ticket'

/** Who may hear which call, as a ticket says it. */
export interface Ticket {
  callId: number
  actor: Pick<Actor, 'kind' | 'workspaceId' | 'keyId' | 'userId' | 'sessionId' | 'role'>
}

/**
 * How to hear a call in progress: an address of ours that carries the sound of a WebSocket, or a WebRTC room of the
 * provider that may only be listened to. NOT_FOUND; CONFLICT when the call is not in progress or the provider offers
 * nothing; FORBIDDEN where the law forbids recording, since a secret listener is one too.
 */
export async function open(actor: Actor, callId: number) {
  const call = await calls.get(actor, callId)
  if (call.recordingReason === 'forbidden_by_law') throw forbidden(`You cannot listen to this call. The law of ${call.country} forbids it.`)
  const audio = await audioOf(call)
  if (!audio) throw conflict('You cannot listen to this call now. It is not in progress, or the voice provider offers no live audio.')
  const expiresAt = inMs(TICKET_MS)
  if (audio.kind === 'webrtc') return { protocol: 'webrtc', ...audio }
  const url = `${settings.publicUrl.replace(/^http/, 'ws')}/listen/${ticketFor(actor, callId, expiresAt)}`
  return { protocol: 'websocket', url, expiresAt, transport: 'pcm_s16le', token: null, room: null, iceServers: [] }
}

/** The provider's address behind a ticket, asked for afresh. UNAUTHENTICATED for a ticket that is forged, too old, or of somebody who has lost their rights. */
export async function redeem(ticket: string): Promise<{ actor: Ticket['actor']; callId: number; url: string }> {
  const { actor, callId } = readTicket(ticket)
  const lossOf = await access.losses([actor])
  if (lossOf(actor)) throw unauthenticated('Access was revoked')
  const audio = await audioOf(await calls.get(actor as Actor, callId))
  if (audio?.kind !== 'websocket') throw conflict('You cannot listen to this call now.')
  return { actor, callId, url: audio.url }
}

async function audioOf(call: { provider: string; providerCallId: string | null; status: string }): Promise<LiveAudio | null> {
  if (!call.providerCallId || hasEnded(call.status)) return null
  return provider(call.provider)
    .listen(call.providerCallId)
    .catch((error: unknown) => {
      throw providerFailed(call.provider, error)
    })
}

function ticketFor({ kind, workspaceId, keyId, userId, sessionId, role }: Actor, callId: number, expiresAt: Date): string {
  const ticket = { callId, actor: { kind, workspaceId, keyId, userId, sessionId, role }, expiresAt: expiresAt.getTime() }
  return Buffer.from(seal(JSON.stringify(ticket), PLACE)).toString('base64url')
}

function readTicket(text: string): Ticket {
  try {
    const { expiresAt, ...ticket } = JSON.parse(unseal(Buffer.from(text, 'base64url'), PLACE)) as Ticket & { expiresAt: number }
    if (expiresAt > nowMs()) return ticket
  } catch {
    // Said below: nobody learns what is wrong with a ticket.
  }
  throw unauthenticated('The listening link is no longer valid. Request a new one.')
}
