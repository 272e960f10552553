import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { nowMs } from '../../../kernel/lib/clock.ts'
import { anyWorkspace } from '../../../kernel/db/db.ts'
import { notFound } from '../../../kernel/vocabulary/errors.ts'
import { hasScope } from '../../../kernel/vocabulary/scopes.ts'
import { settings } from '../../../kernel/config/settings.ts'
import * as access from '../../access/access.ts'
import * as calls from '../calls.ts'
import * as recordings from './recordings.ts'
import { grantOf, signed } from '../../access/signedLinks.ts'

/** How long an address can be used: a call is heard at a sitting. */
const LINK_MS = 3_600_000

/** Where a player that can send no key, such as a browser's, hears a call, and until when. NOT_FOUND where there is no recording. */
export async function make(actor: Actor, callId: number): Promise<{ url: string; expiresAt: Date }> {
  const call = await calls.get(actor, callId)
  if (!recordings.isKept(call)) throw notFound('Recording')
  const until = new Date(Math.floor((nowMs() + LINK_MS) / 1000) * 1000)
  return { url: `${settings.publicUrl}/recordings/${signed('recordings', callId, until, actor)}`, expiresAt: until }
}

/**
 * The audio that a token gives access to, at its provider, and what the right to hear it rests on. Throws NOT_FOUND for a token that we did not sign or whose
 * time is over, once there is no recording any more, and once the key or the person it was given to may not read calls any more.
 */
export async function open(token: string) {
  const grant = grantOf('recordings', token)
  const call = grant && (await anyWorkspace.call.findUnique({ where: { id: grant.id }, select: { id: true, workspaceId: true } }))
  const standing = call && (await access.standingOf(call.workspaceId, grant!.holder))
  if (!call || !hasScope(standing!.scopes, 'calls:read')) throw notFound('Recording')
  return { standing: standing!, source: await recordings.open(call, call.id) }
}
