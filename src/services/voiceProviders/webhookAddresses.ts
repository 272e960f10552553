import type { AgentId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import type { VoiceEngine } from '../../kernel/vocabulary/engines.ts'
import type { WebhookTarget } from '../../providers/provider.ts'
import { deriveKey } from '../../kernel/crypto/keyring.ts'
import { settings } from '../../kernel/config/settings.ts'
import { webhookSecretOf, webhookTokenOf, type WebhookOwner } from '../../kernel/crypto/webhookTokens.ts'

/** Increase it to give every agent and number a new webhook URL: `webhookUrlUpdates` then updates them. */
export const ADDRESS_VERSION = 1

/** The webhook URL and secret of an agent or number at an engine. */
export const targetOf = (engine: string, owner: WebhookOwner): WebhookTarget => ({
  url: `${settings.publicUrl}/inbound/${engine}/${webhookTokenOf(engine as VoiceEngine, owner)}`,
  secret: webhookSecretOf(engine as VoiceEngine, owner),
})

export const targetOfAgent = (engine: string, { workspaceId, agentId }: { workspaceId: WorkspaceId; agentId: AgentId }) =>
  targetOf(engine, { kind: 'agent', workspaceId, id: agentId })

export const targetOfNumber = (engine: string, { workspaceId, id }: { workspaceId: WorkspaceId; id: number }) =>
  targetOf(engine, { kind: 'number', workspaceId, id })

/** The secret of the former Vapi webhook URL, which all agents and numbers shared. Too weak a proof to trust requests there. */
export const deriveSharedSecret = () => Buffer.from(deriveKey('vapi webhook')).toString('hex')
