import { createHmac } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { InvalidGrant } from 'oidc-provider/lib/helpers/errors.js'
import { clock, fromNow } from '../kernel/lib/clock.ts'
import { toStorable } from '../kernel/json/untrustedJson.ts'
import type { OauthPayload, Prisma } from '../generated/prisma/client.ts'
import { deriveKey } from '../kernel/crypto/keyring.ts'
import { hashToken } from '../services/access/connectedApps.ts'
import * as appGrants from '../services/access/appGrants.ts'
import * as oauthPayloads from '../services/access/oauthPayloads.ts'

/** How long a used refresh token stays valid, for processes of one app that refresh at the same time. */
export const REUSE_GRACE_MS = 30_000

/** Bearer secrets: the database stores only their hashes. */
const BEARERS = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode', 'RegistrationAccessToken'])

/** The secret of a confidential client. It derives from the client's id, so it is not stored. */
export const clientSecretOf = (clientId: string) => createHmac('sha256', deriveKey('oauth client secrets')).update(clientId).digest('base64url')

/** Creates the library's storage adapter: one table for all of its models. */
export function createStore(model: string): Adapter {
  const isBearer = BEARERS.has(model)
  const keyOf = (id: string) => ({ model, id: isBearer ? hashToken(id) : id })

  function toPayload(row: OauthPayload | null, id?: string): AdapterPayload | undefined {
    if (!row || (row.expiresAt && row.expiresAt <= clock.now())) return undefined
    const payload = { ...(row.payload as AdapterPayload), ...(isBearer && { jti: id }) }
    if (model === 'Client') return withSecret(payload)
    return isUsedUp(row) ? { ...payload, consumed: Math.floor(row.consumedAt!.getTime() / 1000) } : payload
  }

  return {
    async upsert(id, payload, expiresIn) {
      const { jti, client_secret: _secret, ...rest } = payload
      await oauthPayloads.save(keyOf(id), {
        payload: toStorable(isBearer ? rest : { jti, ...rest }) as Prisma.InputJsonObject,
        grantId: payload.grantId ?? null,
        // Grants are also found by the hash of their id, which identifies their credential.
        uid: model === 'Grant' ? hashToken(id) : (payload.uid ?? null),
        expiresAt: expiresIn ? fromNow(expiresIn * 1000) : null,
      })
    },
    find: async (id) => toPayload(await oauthPayloads.find(keyOf(id)), id),
    findByUid: async (uid) => toPayload(await oauthPayloads.findByUid(model, uid)),
    findByUserCode: async () => undefined,
    async consume(id) {
      if ((await oauthPayloads.markUsed(keyOf(id))) || model === 'RefreshToken') return
      throw new InvalidGrant('already used')
    },
    destroy: (id) => (model === 'Grant' ? appGrants.end(id) : oauthPayloads.remove(keyOf(id))),
    revokeByGrantId: (grantId) => oauthPayloads.remove({ model, grantId }),
  }
}

const isUsedUp = ({ model, consumedAt }: OauthPayload) => consumedAt !== null && (model !== 'RefreshToken' || consumedAt <= fromNow(-REUSE_GRACE_MS))

const withSecret = (client: AdapterPayload): AdapterPayload =>
  client.token_endpoint_auth_method === 'none' ? client : { ...client, client_secret: clientSecretOf(client.client_id!) }

/** Claims the answer to an authorization request. Returns false if it was already answered. If the process dies before the answer is carried out, the request stays answered. */
export const claimAnswer = (uid: string) => oauthPayloads.markUsed({ model: 'Interaction', id: uid })

/** Releases the claim after the answer could not be carried out, so that the request can be answered again. */
export const releaseAnswer = (uid: string) => oauthPayloads.markUnused({ model: 'Interaction', id: uid })
