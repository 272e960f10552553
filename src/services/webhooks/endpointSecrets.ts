import type { WebhookEndpoint } from '../../generated/prisma/client.ts'
import { decryptSecret } from '../../kernel/crypto/encryption.ts'

type Owner = Pick<WebhookEndpoint, 'id' | 'workspaceId' | 'isFirst'>

/** The additional authenticated data that binds a secret to its endpoint. The first endpoint keeps the form of when there was only one. */
export const aadOf = ({ id, workspaceId, isFirst }: Owner) => (isFirst ? `webhook_settings:${workspaceId}` : `webhook_endpoint:${id}`)

/** Decrypts the signing secret. Returns null if none is set. */
export const readSigningSecret = (endpoint: Owner & Pick<WebhookEndpoint, 'secret'>) => endpoint.secret && decryptSecret(endpoint.secret, aadOf(endpoint))
