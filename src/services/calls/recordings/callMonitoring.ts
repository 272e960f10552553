import type { AgentId, CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { db } from '../../../kernel/db/db.ts'
import { fromNow, nowMs } from '../../../kernel/lib/clock.ts'
import { conflict, DomainError, forbidden, unauthenticated } from '../../../kernel/vocabulary/errors.ts'
import type { LiveAudio } from '../../../providers/liveAudio.ts'
import { enterWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { encryptSecret, decryptSecret } from '../../../kernel/crypto/encryption.ts'
import { settings } from '../../../kernel/config/settings.ts'
import * as access from '../../access/access.ts'
import { listReachableNumbers } from '../../agents/transferRules.ts'
import * as auditTrail from '../../audit/auditTrail.ts'
import * as calls from '../calls.ts'
import * as recordings from './recordings.ts'
import type { ErrorReason } from '../../../kernel/vocabulary/errorTexts.ts'
import { hasEnded } from '../../../kernel/vocabulary/callStates.ts'
import { provider, fromProviderError } from '../../voiceProviders/voiceProviders.ts'

/** Lifetime of a ticket. */
const TICKET_TTL_MS = 60_000
const TICKET_AAD = 'listening ticket'

const REASONS = {
  forbidden_by_law: 'listening_forbidden_by_law',
  unverified_law: 'listening_law_unknown',
  announcement_missing: 'listening_not_announced',
} as const satisfies Record<recordings.MonitorBlocker, ErrorReason>

/** A permission to listen to a call, as sealed in a ticket. */
export interface Ticket {
  callId: CallId
  actor: Pick<Actor, 'kind' | 'workspaceId' | 'keyId' | 'userId' | 'sessionId' | 'role'>
}

/**
 * Opens a listening session for a call in progress: our own WebSocket URL that streams the audio, or a listen-only WebRTC room of the
 * provider. The audit log records it. Throws NOT_FOUND; CONFLICT if the call is not in progress or the provider offers no live audio; FORBIDDEN
 * if `findMonitorBlock` finds a reason.
 */
export async function openSession(actor: Actor, callId: CallId) {
  const call = await calls.get(actor, callId)
  const [transfers] = call.agentId === null ? [] : await listTransfers(actor, [call.agentId])
  const block = recordings.findMonitorBlock(call, transfers)
  if (block) throw forbidden(REASONS[block.type], { country: block.country })
  const audio = await getLiveAudio(call)
  if (!audio) throw conflict('listening_not_possible')
  await auditTrail.recordListening(actor, callId)
  const expiresAt = fromNow(TICKET_TTL_MS)
  if (audio.kind === 'webrtc') return { protocol: 'webrtc', ...audio }
  const url = `${settings.publicUrl.replace(/^http/, 'ws')}/listen/${sealTicket(actor, callId, expiresAt)}`
  return { protocol: 'websocket', url, expiresAt, transport: 'pcm_s16le', token: null, room: null, iceServers: [] }
}

/** Returns the provider's current audio URL for a ticket. Throws UNAUTHENTICATED for a forged or expired ticket, and if the actor has lost access. */
export async function redeem(ticket: string): Promise<{ actor: Ticket['actor']; callId: CallId; url: string }> {
  const { actor, callId } = readTicket(ticket)
  const lossOf = await access.findLosses([actor])
  if (lossOf(actor)) throw unauthenticated('access_revoked')
  enterWorkspace(actor.workspaceId)
  const audio = await getLiveAudio(await calls.get(actor as Actor, callId))
  if (audio?.kind !== 'websocket') throw new DomainError('CONFLICT', 'You cannot listen to this call now.')
  return { actor, callId, url: audio.url }
}

/** Lists the numbers that each of these agents can transfer a call to now. */
export async function listTransfers({ workspaceId }: Pick<Actor, 'workspaceId'>, agentIds: readonly AgentId[]): Promise<string[][]> {
  const agents = await db.agent.findMany({ where: { workspaceId, id: { in: [...agentIds] } } })
  const numbers = new Map(await Promise.all(agents.map(async (agent) => [agent.id, await listReachableNumbers(db, agent)] as const)))
  return agentIds.map((id) => numbers.get(id) ?? [])
}

async function getLiveAudio(call: { provider: string; providerCallId: string | null; status: string }): Promise<LiveAudio | null> {
  if (!call.providerCallId || hasEnded(call.status)) return null
  return provider(call.provider)
    .listen(call.providerCallId)
    .catch((error: unknown) => {
      throw fromProviderError(call.provider, error)
    })
}

function sealTicket({ kind, workspaceId, keyId, userId, sessionId, role }: Actor, callId: CallId, expiresAt: Date): string {
  const ticket = { callId, actor: { kind, workspaceId, keyId, userId, sessionId, role }, expiresAt: expiresAt.getTime() }
  return Buffer.from(encryptSecret(JSON.stringify(ticket), TICKET_AAD)).toString('base64url')
}

function readTicket(text: string): Ticket {
  try {
    const { expiresAt, ...ticket } = JSON.parse(decryptSecret(Buffer.from(text, 'base64url'), TICKET_AAD)) as Ticket & { expiresAt: number }
    if (expiresAt > nowMs()) return ticket
  } catch {
    // Falls through to one error for all causes, so that it does not reveal what is wrong with the ticket.
  }
  throw new DomainError('UNAUTHENTICATED', 'The listening link is no longer valid. Request a new one.')
}
