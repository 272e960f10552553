import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { Report } from '../../generated/prisma/client.ts'
import { settings } from '../../kernel/config/settings.ts'
import { createSignedToken } from '../access/signedLinks.ts'

/** Lifetime of a download link. */
const LINK_TTL_MS = 24 * 3_600_000

/** Creates a download link and its expiry. The link works for anyone who has it, as long as the actor may read the report. */
export function createLink(actor: Actor, { id, expiresAt }: Pick<Report, 'id' | 'expiresAt'>): { url: string; expiresAt: Date } {
  const expiry = wholeSeconds(Math.min(nowMs() + LINK_TTL_MS, expiresAt?.getTime() ?? Infinity))
  return { url: `${settings.publicUrl}/downloads/${createSignedToken('downloads', id, expiry, actor)}`, expiresAt: expiry }
}

const wholeSeconds = (ms: number) => new Date(Math.floor(ms / 1000) * 1000)
