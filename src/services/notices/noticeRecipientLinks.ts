import { createHmac, timingSafeEqual } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import { MAX_ID } from '../../kernel/db/rows.ts'
import { keyFor } from '../../kernel/crypto/seal.ts'
import { settings } from '../../kernel/config/settings.ts'

/** How long a link to confirm with is good. */
const CONFIRM_WITHIN_MS = 7 * 86_400_000

export interface RecipientLinks {
  /** Confirms the address, once; null where it was never asked to. */
  confirm: string | null
  /** Ends all emails of this workspace to the address. Good for ever. */
  unsubscribe: string
}

/** The addresses that an email to a recipient carries. Whoever has them reads that mailbox. */
export function linksOf({ id, askedAt }: { id: number; askedAt: Date | null }): RecipientLinks {
  const at = (action: Action, claim: string) => `${settings.publicUrl}/email/${action}/${claim}.${signatureOf(action, claim).toString('base64url')}`
  return { confirm: askedAt && at('confirm', `${id}.${askedAt.getTime()}`), unsubscribe: at('unsubscribe', String(id)) }
}

type Action = 'confirm' | 'unsubscribe'

/** What a link that we have signed for this action says; null for any other, and for one to confirm with that is too old. */
export function recipientOf(action: Action, token: string): { id: number; askedAt?: Date } | null {
  const [, claim, id, asked, signature] = /^((\d{1,10})(?:\.(\d{1,15}))?)\.([\w-]{43})$/.exec(token) ?? []
  if (!claim || !timingSafeEqual(signatureOf(action, claim), Buffer.from(signature!, 'base64url')) || Number(id) > MAX_ID) return null
  if (action === 'unsubscribe') return { id: Number(id) }
  const askedAt = new Date(Number(asked))
  return askedAt.getTime() + CONFIRM_WITHIN_MS > nowMs() ? { id: Number(id), askedAt } : null
}

const signatureOf = (action: Action, claim: string) => createHmac('sha256', keyFor('notice recipients')).update(`${action} ${claim}`).digest()
