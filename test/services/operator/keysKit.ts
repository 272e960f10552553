import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { db, pool } from '../../../src/kernel/db/db.ts'
import { readEnv } from '../../../src/kernel/config/env.ts'
import { encryptSecret, useEarlierFormats } from '../../../src/kernel/crypto/encryption.ts'
import { loadKeys } from '../../../src/kernel/crypto/keys.ts'
import { deriveKey } from '../../../src/kernel/crypto/keyring.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import * as inboundSettings from '../../../src/services/numbers/inboundSettings.ts'
import * as trunks from '../../../src/services/numbers/trunks.ts'
import type * as keyRotation from '../../../src/services/operator/keyRotation.ts'
import { findSealingKeyId } from '../../../src/services/operator/encryptedRows.ts'
import * as endpointSecrets from '../../../src/services/webhooks/endpointSecrets.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { LEGACY_IDS } from '../../kit/fixtures/legacySecrets.ts'

let dataDir: string

/** Gives each test an empty database and a folder for its keys. */
export function useKeys() {
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'callwright-keys-'))
    // The triggers of the audit log prevent truncating it.
    await pool.query(
      `alter table audit_entries disable trigger user; truncate settings, webhook_endpoints, workspaces cascade; alter table audit_entries enable trigger user`,
    )
  })
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true })
    useEarlierFormats(false)
  })
}

export const file = () => join(dataDir, 'encryption.key')
export const keysInFile = () => readFileSync(file(), 'utf8').split('\n').filter(Boolean)
export const aKey = () => randomBytes(32).toString('base64')
export const load = (env: Record<string, string> = {}) => loadKeys(readEnv({ DATA_DIR: dataDir, ...env }), findSealingKeyId)
export const purpose = () => Buffer.from(deriveKey('session')).toString('hex')
export const summarize = ({ current, older, secrets, legacy, unreadable }: keyRotation.KeyStatus) => ({
  current: secrets.get(current),
  older: older.map((id) => secrets.get(id)),
  ...(legacy > 0 && { legacy }),
  unreadable,
})

/** Creates a workspace with one secret of each kind. */
export async function secrets() {
  const { id: workspaceId } = await newWorkspaces.create({ name: 'Acme' })
  const hook = encryptSecret('hook secret', endpointSecrets.aadOf({ id: 0, workspaceId, isFirst: true }))
  await db.webhookEndpoint.create({ data: { workspaceId, isFirst: true, url: 'https://example.com', secret: hook } })
  const owner = { workspaceId, phoneNumber: LEGACY_IDS.phoneNumber }
  const trunk = trunks.encryptTrunk(owner, { termination_uri: 'sip.example.com' })
  const { id: numberId } = await db.phoneNumber.create({ data: { ...owner, carrier: 'sip', ...trunk } })
  const assistantRequestSecret = encryptSecret('request secret', inboundSettings.aadOf(numberId))
  await db.phoneNumber.update({ where: { workspaceId_id: { workspaceId, id: numberId } }, data: { assistantRequestSecret } })
  const owned = { workspaceId, carrier: 'telnyx', externalOwnerId: '' }
  await addConnection({ ...owned, ...carrierAccess.seal(owned, { credentials: { api_key: 'carrier secret' }, token: 'token' }) })
  return { workspaceId, opened: () => decryptAll(workspaceId) }
}

export const addConnection = (data: { workspaceId: number; carrier: string; sealed: Uint8Array<ArrayBuffer>; keyId: string | null }) =>
  db.carrierConnection.create({ data: { ...data, accountId: 'a', webhookHash: randomBytes(32), smsMissing: [], verifiedAt: new Date() } })

/** Decrypts the secrets of a workspace in the way of the services. */
export async function decryptAll(workspaceId: number) {
  const number = await db.phoneNumber.findFirstOrThrow({ where: { workspaceId, phoneNumber: LEGACY_IDS.phoneNumber } })
  return [
    endpointSecrets.readSigningSecret(await db.webhookEndpoint.findFirstOrThrow({ where: { workspaceId } })),
    inboundSettings.readRequestSecret(number),
    await trunks.findRoute(number, 'retell'),
    carrierAccess.open(await db.carrierConnection.findFirstOrThrow({ where: { workspaceId, carrier: 'telnyx' } })).credentials,
  ]
}
export const OPENED = ['hook secret', 'request secret', { sip: { terminationUri: 'sip.example.com' } }, { api_key: 'carrier secret' }]
/** The number of secrets: the root secret, these, and the simulated account of the workspace. */
export const ALL = 6
