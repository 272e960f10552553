import type { CallId } from '../../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { nowMs } from '../../../kernel/lib/clock.ts'
import { anyWorkspace } from '../../../kernel/db/db.ts'
import { enterWorkspace } from '../../../kernel/db/workspaceContext.ts'
import { notFound } from '../../../kernel/vocabulary/errors.ts'
import { hasScope } from '../../../kernel/vocabulary/scopes.ts'
import { settings } from '../../../kernel/config/settings.ts'
import * as access from '../../access/access.ts'
import * as calls from '../calls.ts'
import * as recordings from './recordings.ts'
import { verifySignedToken, createSignedToken } from '../../access/signedLinks.ts'

/** Lifetime of a link, enough to play a call once. */
const LINK_TTL_MS = 3_600_000

/** Creates a link for players that cannot send an API key, such as a browser's. Throws NOT_FOUND if there is no recording. */
export async function createLink(actor: Actor, callId: CallId): Promise<{ url: string; expiresAt: Date }> {
  const call = await calls.get(actor, callId)
  if (!recordings.isAvailable(call)) throw notFound('Recording')
  const expiresAt = new Date(Math.floor((nowMs() + LINK_TTL_MS) / 1000) * 1000)
  return { url: `${settings.publicUrl}/recordings/${createSignedToken('recordings', callId, expiresAt, actor)}`, expiresAt }
}

/**
 * Opens the audio of a token at the provider, and returns the access rights it rests on. Throws NOT_FOUND for a forged or expired token, if
 * the recording no longer exists, and if the key or user it was issued to may no longer read calls.
 */
export async function openLink(token: string) {
  const grant = verifySignedToken('recordings', token)
  const call = grant && (await anyWorkspace.call.findUnique({ where: { id: grant.id }, select: { id: true, workspaceId: true } }))
  if (!call) throw notFound('Recording')
  enterWorkspace(call.workspaceId)
  const standing = await access.accessOf(call.workspaceId, grant.holder)
  if (!hasScope(standing.scopes, 'calls:read')) throw notFound('Recording')
  return { standing, source: await recordings.open(call, call.id) }
}
