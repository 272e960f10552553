import { createHmac } from 'node:crypto'
import type { VoiceEngine } from '../vocabulary/engines.ts'
import { MAX_ID } from '../db/rows.ts'
import { sameSecret } from './sameSecret.ts'
import { keyFor } from './seal.ts'

/** The agent or number that a webhook address belongs to, and its workspace. */
export interface WebhookOwner {
  kind: 'agent' | 'number'
  workspaceId: number
  id: number
}

const MAC_BYTES = 18
const PATTERN = /^([1-9]\d{0,9})([an])([1-9]\d{0,9})\.[\w-]{24}$/

/** The owner as it is written in a token and kept with an event: `12a5` is agent 5 of workspace 12, `12n7` its number 7. */
export const ownerText = ({ kind, workspaceId, id }: WebhookOwner) => `${workspaceId}${kind === 'agent' ? 'a' : 'n'}${id}`

/**
 * The last part of a webhook address: `12a5.` and an HMAC over engine and owner. Only the installation can make one, and it
 * is read without a look-up. Its key derives from the root secret, which outlives a change of ENCRYPTION_KEY.
 */
export const tokenOf = (engine: VoiceEngine, owner: WebhookOwner): string => `${ownerText(owner)}.${mac('webhook address', engine, owner)}`

/** Whose address it is; null for a token that was not made here for that engine. */
export function ownerOf(engine: VoiceEngine, token: string): WebhookOwner | null {
  const owner = readOwner(PATTERN.test(token) ? token.slice(0, token.indexOf('.')) : '')
  return owner && sameSecret(token, tokenOf(engine, owner)) ? owner : null
}

/** Reads what `ownerText` wrote. It proves nothing. */
export function readOwner(text: string): WebhookOwner | null {
  const [, workspaceId, kind, id] = /^([1-9]\d{0,9})([an])([1-9]\d{0,9})$/.exec(text) ?? []
  if (!kind || Number(workspaceId) > MAX_ID || Number(id) > MAX_ID) return null
  return { kind: kind === 'a' ? 'agent' : 'number', workspaceId: Number(workspaceId), id: Number(id) }
}

/** The secret that a provider shows at the owner's address where it does not sign: a leak of one is of no use at another address. */
export const secretFor = (engine: VoiceEngine, owner: WebhookOwner): string => mac('webhook secret', engine, owner)

const mac = (purpose: string, engine: VoiceEngine, owner: WebhookOwner) =>
  createHmac('sha256', keyFor(purpose))
    .update(`${engine}:${ownerText(owner)}`)
    .digest()
    .subarray(0, MAC_BYTES)
    .toString('base64url')
