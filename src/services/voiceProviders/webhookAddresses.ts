import type { VoiceEngine } from '../../kernel/vocabulary/engines.ts'
import type { WebhookTarget } from '../../providers/provider.ts'
import { keyFor } from '../../kernel/crypto/seal.ts'
import { settings } from '../../kernel/config/settings.ts'
import { secretFor, tokenOf, type WebhookOwner } from '../../kernel/crypto/webhookTokens.ts'

/** Raised when every agent and number has to get another address: `webhookMoves` then gives it to them. */
export const ADDRESS_VERSION = 1

/** Where an engine sends the webhooks of that agent or number. */
export const targetOf = (engine: string, owner: WebhookOwner): WebhookTarget => ({
  url: `${settings.publicUrl}/inbound/${engine}/${tokenOf(engine as VoiceEngine, owner)}`,
  secret: secretFor(engine as VoiceEngine, owner),
})

export const targetOfAgent = (engine: string, { workspaceId, agentId }: { workspaceId: number; agentId: number }) =>
  targetOf(engine, { kind: 'agent', workspaceId, id: agentId })

export const targetOfNumber = (engine: string, { workspaceId, id }: { workspaceId: number; id: number }) =>
  targetOf(engine, { kind: 'number', workspaceId, id })

/** What Vapi showed at the address that all agents and numbers shared. It proves too little to be believed there. */
export const sharedSecret = () => Buffer.from(keyFor('vapi webhook')).toString('hex')
