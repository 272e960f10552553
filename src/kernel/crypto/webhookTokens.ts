import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { WorkspaceId } from '../vocabulary/ids.ts'
import type { VoiceEngine } from '../vocabulary/engines.ts'
import { MAX_ID } from '../db/rows.ts'
import { sameSecret } from './sameSecret.ts'
import { perServer } from '../serverState.ts'
import { deriveKey } from './keyring.ts'

/** The agent or number that a webhook URL belongs to, and its workspace. */
export interface WebhookOwner {
  kind: 'agent' | 'number'
  workspaceId: WorkspaceId
  id: number
}

const MAC_BYTES = 18
/** The purpose of the key of tokens. */
const TOKENS = 'webhook address'
const PATTERN = /^([1-9]\d{0,9})([an])([1-9]\d{0,9})\.[\w-]{24}$/

/** Formats an owner as in tokens and stored events: `12a5` is agent 5 of workspace 12, `12n7` its number 7. */
export const formatOwner = ({ kind, workspaceId, id }: WebhookOwner) => `${workspaceId}${kind === 'agent' ? 'a' : 'n'}${id}`

/**
 * Returns the last part of a webhook URL: `12a5.` and an HMAC over engine and owner. Only this server can create one, and it is verified
 * without a look-up. Its key derives from the root secret, which survives a change of ENCRYPTION_KEY.
 */
export const webhookTokenOf = (engine: VoiceEngine, owner: WebhookOwner): string => `${formatOwner(owner)}.${macOf(TOKENS, engine, owner)}`

/** Owners of tokens that were verified with a key: each webhook of a call has the same token. */
const verified = perServer(() => new WeakMap<Uint8Array, LRUCache<string, WebhookOwner>>())

function verifiedWith(key: Uint8Array): LRUCache<string, WebhookOwner> {
  const tokens = verified().get(key) ?? new LRUCache({ max: 10_000 })
  verified().set(key, tokens)
  return tokens
}

/** Returns the owner of a token; null if this server did not issue the token for the engine. */
export function verifyWebhookToken(engine: VoiceEngine, token: string): WebhookOwner | null {
  const tokens = verifiedWith(deriveKey(TOKENS))
  const known = tokens.get(`${engine}:${token}`)
  if (known) return known
  const owner = parseOwner(PATTERN.test(token) ? token.slice(0, token.indexOf('.')) : '')
  if (!owner || !sameSecret(token, webhookTokenOf(engine, owner))) return null
  tokens.set(`${engine}:${token}`, owner)
  return owner
}

/** Parses what `formatOwner` wrote, without verifying it. */
export function parseOwner(text: string): WebhookOwner | null {
  const [, workspaceId, kind, id] = /^([1-9]\d{0,9})([an])([1-9]\d{0,9})$/.exec(text) ?? []
  if (!kind || Number(workspaceId) > MAX_ID || Number(id) > MAX_ID) return null
  return { kind: kind === 'a' ? 'agent' : 'number', workspaceId: Number(workspaceId), id: Number(id) }
}

/** Returns the secret that a provider sends to the owner's URL if it does not sign. A leaked secret is useless at any other URL. */
export const webhookSecretOf = (engine: VoiceEngine, owner: WebhookOwner): string => macOf('webhook secret', engine, owner)

const macOf = (purpose: string, engine: VoiceEngine, owner: WebhookOwner) =>
  createHmac('sha256', deriveKey(purpose))
    .update(`${engine}:${formatOwner(owner)}`)
    .digest()
    .subarray(0, MAC_BYTES)
    .toString('base64url')
