import { createHmac, timingSafeEqual } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { deriveKey } from '../../kernel/crypto/keyring.ts'
import { settings } from '../../kernel/config/settings.ts'

/** How long a confirmation link is valid. */
const CONFIRM_TTL_MS = 7 * 86_400_000

export interface RecipientLinks {
  /** Confirms the address, once. `null` if no confirmation was requested. */
  confirm: string | null
  /** Ends all emails of this workspace to the address. Never expires. */
  unsubscribe: string
}

/** Builds the links in an email to a recipient. They prove access to the mailbox. */
export function buildLinks({ id, askedAt }: { id: number; askedAt: Date | null }): RecipientLinks {
  const at = (action: Action, claim: string) => `${settings.publicUrl}/email/${action}/${claim}.${sign(action, claim).toString('base64url')}`
  return { confirm: askedAt && at('confirm', `${id}.${askedAt.getTime()}`), unsubscribe: at('unsubscribe', String(id)) }
}

type Action = 'confirm' | 'unsubscribe'

/** Verifies and parses a link signed for the action. Returns null for any other link and for an expired confirmation link. */
export function parseLink(action: Action, token: string): { id: number; askedAt?: Date } | null {
  const [, claim, id, asked, signature] = /^((\d{1,10})(?:\.(\d{1,15}))?)\.([\w-]{43})$/.exec(token) ?? []
  if (!claim || !timingSafeEqual(sign(action, claim), Buffer.from(signature!, 'base64url')) || Number(id) > MAX_ID) return null
  if (action === 'unsubscribe') return { id: Number(id) }
  const askedAt = new Date(Number(asked))
  return askedAt.getTime() + CONFIRM_TTL_MS > nowMs() ? { id: Number(id), askedAt } : null
}

const sign = (action: Action, claim: string) => createHmac('sha256', deriveKey('notice recipients')).update(`${action} ${claim}`).digest()
