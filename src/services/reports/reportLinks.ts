import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { Report } from '../../generated/prisma/client.ts'
import { settings } from '../../kernel/config/settings.ts'
import { signed } from '../access/signedLinks.ts'

/** How long an address can be used. */
const LINK_MS = 24 * 3_600_000

/** An address that whoever has it may fetch the file from, and until when: for as long as whoever asks may read the report. */
export function linkOf(actor: Actor, { id, expiresAt }: Pick<Report, 'id' | 'expiresAt'>): { url: string; expiresAt: Date } {
  const until = wholeSeconds(Math.min(nowMs() + LINK_MS, expiresAt?.getTime() ?? Infinity))
  return { url: `${settings.publicUrl}/downloads/${signed('downloads', id, until, actor)}`, expiresAt: until }
}

const wholeSeconds = (ms: number) => new Date(Math.floor(ms / 1000) * 1000)
