import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, pool } from '../../../src/kernel/db/db.ts'
import { readEnv } from '../../../src/kernel/config/env.ts'
import { encryptSecret, keyIdOf, useEarlierFormats } from '../../../src/kernel/crypto/encryption.ts'
import { addKey, describeKeys, loadKeys, rewrapRootSecret } from '../../../src/kernel/crypto/keys.ts'
import { deriveKey, keyIds, setKeys } from '../../../src/kernel/crypto/keyring.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import * as inboundSettings from '../../../src/services/numbers/inboundSettings.ts'
import * as trunks from '../../../src/services/numbers/trunks.ts'
import * as keyRotation from '../../../src/services/operator/keyRotation.ts'
import { ENCRYPTED_COLUMNS, findSealingKeyId, readRows, rewrap } from '../../../src/services/operator/encryptedRows.ts'
import * as webhooks from '../../../src/services/webhooks/webhooks.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import {
  CONNECTION_ENVELOPE,
  LEGACY_IDS,
  LEGACY_KEY,
  LEGACY_KEY_ID,
  readAsVersion01,
  ROOT_SECRET,
  SEALED_NUMBER_SECRET,
  SEALED_WEBHOOK_SECRET,
  SEALED_WITH_MARKER,
  STORED_ROOT_SECRET,
  TRUNK_ENVELOPE,
} from '../../kit/fixtures/legacySecrets.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()

let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'callwright-keys-'))
  // The triggers of the audit log prevent truncating it.
  await pool.query(
    `alter table audit_entries disable trigger user; truncate settings, webhook_settings, workspaces cascade; alter table audit_entries enable trigger user`,
  )
})
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
  useEarlierFormats(false)
})

const file = () => join(dataDir, 'encryption.key')
const keysInFile = () => readFileSync(file(), 'utf8').split('\n').filter(Boolean)
const aKey = () => randomBytes(32).toString('base64')
const load = (env: Record<string, string> = {}) => loadKeys(readEnv({ DATA_DIR: dataDir, ...env }), findSealingKeyId)
const purpose = () => Buffer.from(deriveKey('session')).toString('hex')
const summarize = ({ current, older, secrets, legacy, unreadable }: keyRotation.KeyStatus) => ({
  current: secrets.get(current),
  older: older.map((id) => secrets.get(id)),
  ...(legacy > 0 && { legacy }),
  unreadable,
})

/** Creates a workspace with one secret of each kind. */
async function secrets() {
  const { id: workspaceId } = await newWorkspaces.create({ name: 'Acme' })
  const hook = encryptSecret('hook secret', webhooks.aadOf(workspaceId))
  await db.webhookSettings.create({ data: { workspaceId, url: 'https://example.com', secret: hook, updatedAt: new Date() } })
  const owner = { workspaceId, phoneNumber: LEGACY_IDS.phoneNumber }
  const trunk = trunks.encryptTrunk(owner, { termination_uri: 'sip.example.com' })
  const { id: numberId } = await db.phoneNumber.create({ data: { ...owner, carrier: 'sip', ...trunk } })
  const assistantRequestSecret = encryptSecret('request secret', inboundSettings.aadOf(numberId))
  await db.phoneNumber.update({ where: { workspaceId_id: { workspaceId, id: numberId } }, data: { assistantRequestSecret } })
  const owned = { workspaceId, carrier: 'telnyx', externalOwnerId: '' }
  await addConnection({ ...owned, ...carrierAccess.seal(owned, { credentials: { api_key: 'carrier secret' }, token: 'token' }) })
  return { workspaceId, opened: () => decryptAll(workspaceId) }
}

const addConnection = (data: { workspaceId: number; carrier: string; sealed: Uint8Array<ArrayBuffer>; keyId: string | null }) =>
  db.carrierConnection.create({ data: { ...data, accountId: 'a', webhookHash: randomBytes(32), smsMissing: [], verifiedAt: new Date() } })

/** Decrypts the secrets of a workspace in the way of the services. */
async function decryptAll(workspaceId: number) {
  const number = await db.phoneNumber.findFirstOrThrow({ where: { workspaceId, phoneNumber: LEGACY_IDS.phoneNumber } })
  return [
    webhooks.readSigningSecret(await db.webhookSettings.findUniqueOrThrow({ where: { workspaceId } })),
    inboundSettings.readRequestSecret(number),
    await trunks.findRoute(number, 'retell'),
    carrierAccess.open(await db.carrierConnection.findFirstOrThrow({ where: { workspaceId, carrier: 'telnyx' } })).credentials,
  ]
}
const OPENED = ['hook secret', 'request secret', { sip: { terminationUri: 'sip.example.com' } }, { api_key: 'carrier secret' }]
/** The number of secrets: the root secret, these, and the simulated account of the workspace. */
const ALL = 6

test('every bytea column is re-encrypted by a key rotation, or holds a hash', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and data_type = 'bytea' order by 1`,
  )
  const sealed = ENCRYPTED_COLUMNS.map((column) => `${column.table}.${column.sealed}`)
  const hashes = rows.map(({ name }) => name).filter((name) => /hash|sha256|checksum/.test(name))
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(sealed))
  expect(rows.map(({ name }) => name).filter((name) => !sealed.includes(name) && !hashes.includes(name))).toEqual([])
})

describe('the first start', () => {
  test('creates a key file that only its owner can read, and a root secret independent of the key', async () => {
    await load()
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    const before = purpose()
    await load()
    expect(purpose()).toBe(before)
    expect(keysInFile()).toHaveLength(1)
    expect(Buffer.from(hkdfSync('sha256', Buffer.from(keysInFile()[0]!, 'base64'), '', 'session', 32)).toString('hex')).not.toBe(before)
  })

  test('after an upgrade keeps the sessions of an existing server', async () => {
    const key = aKey()
    writeFileSync(file(), key)
    setKeys([Buffer.from(key, 'base64')], () => null)
    await newWorkspaces.create({ name: 'Acme' })
    await load()
    expect(purpose()).toBe(Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'session', 32)).toString('hex'))
  })

  test('after an upgrade finds the key of the existing secrets, even if a newer key is already in use', async () => {
    const key = aKey()
    setKeys([Buffer.from(key, 'base64')], () => null)
    const { opened: decryptAll } = await secrets()
    await load({ ENCRYPTION_KEY: aKey(), ENCRYPTION_KEY_PREVIOUS: key })
    expect(purpose()).toBe(Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'session', 32)).toString('hex'))
    expect(await decryptAll()).toEqual(OPENED)
  })
})

describe('a wrong key stops the server with a message', () => {
  test('that names both keys', async () => {
    await load({ ENCRYPTION_KEY: aKey() })
    const [right] = keyIds()
    const wrong = aKey()
    const message = await load({ ENCRYPTION_KEY: wrong }).then(String, (error: Error) => error.message)
    expect(message).toMatch(`The database was encrypted with the key ${right}, but ENCRYPTION_KEY has ${keyIds()[0]}. Set ENCRYPTION_KEY`)
    expect(message).not.toContain(wrong)
    await expect(load()).rejects.toThrow(`${file()} has`)
  })

  test('even if the database has no root secret yet', async () => {
    setKeys([randomBytes(32)], () => null)
    await secrets()
    await expect(load({ ENCRYPTION_KEY: aKey() })).rejects.toThrow('encrypted with another key')
  })

  test('and an invalid key is reported with the settings', () => {
    for (const ENCRYPTION_KEY_PREVIOUS of ['x', `${aKey()},short`, Buffer.alloc(31).toString('base64')])
      expect(() => readEnv({ ENCRYPTION_KEY_PREVIOUS })).toThrow(
        'ENCRYPTION_KEY_PREVIOUS: must be a comma-separated list of keys, each 32 bytes in base64 (given: hidden)',
      )
    expect(() => readEnv({ ENCRYPTION_KEY: 'x' })).toThrow('ENCRYPTION_KEY: must be 32 bytes in base64')
  })
})

describe('a key rotation', () => {
  test.each([
    ['with the key in a file', () => ({})],
    ['with the key in the database', () => ({ DATABASE_URL: 'postgres://here' })],
  ])('%s re-encrypts everything with a new key and changes nothing else', async (_name, env) => {
    await load(env())
    const { opened: decryptAll } = await secrets()
    const [old] = keyIds()
    const before = purpose()
    const after = await keyRotation.rotate()
    expect(summarize(after)).toEqual({ current: ALL, older: [0], unreadable: 0 })
    expect([after.current === old, after.older]).toEqual([false, [old]])
    await load(env())
    expect(await decryptAll()).toEqual(OPENED)
    expect(purpose()).toBe(before)
  })

  test('with keys in the settings uses ENCRYPTION_KEY and reads ENCRYPTION_KEY_PREVIOUS', async () => {
    const [old, fresh] = [aKey(), aKey()]
    await load({ ENCRYPTION_KEY: old })
    const { opened: decryptAll } = await secrets()
    await expect(keyRotation.rotate()).rejects.toThrow('Nothing to rotate. Set ENCRYPTION_KEY to a new key')
    await load({ ENCRYPTION_KEY: fresh, ENCRYPTION_KEY_PREVIOUS: ` ${aKey()} , ${old}` })
    expect(await decryptAll()).toEqual(OPENED)
    expect(summarize(await keyRotation.readStatus())).toEqual({ current: 0, older: [0, ALL], unreadable: 0 })
    expect(summarize(await keyRotation.rotate())).toEqual({ current: ALL, older: [0, 0], unreadable: 0 })
    await load({ ENCRYPTION_KEY: fresh })
    expect(await decryptAll()).toEqual(OPENED)
  })

  test('that was interrupted continues with the same key', async () => {
    await load()
    const { opened: decryptAll } = await secrets()
    await addKey()
    const [column] = ENCRYPTED_COLUMNS
    for await (const row of readRows(column!)) {
      await rewrap(column!, row)
      break
    }
    expect(summarize(await keyRotation.readStatus())).toEqual({ current: 1, older: [ALL - 1], unreadable: 0 })
    const { current } = await keyRotation.readStatus()
    const done = await keyRotation.rotate()
    expect([done.current, summarize(done)]).toEqual([current, { current: ALL, older: [0], unreadable: 0 }])
    expect(await decryptAll()).toEqual(OPENED)
  })

  test('does not overwrite a secret that was changed meanwhile', async () => {
    await load()
    const { workspaceId, opened: decryptAll } = await secrets()
    await addKey()
    const column = ENCRYPTED_COLUMNS.find(({ table }) => table === 'webhook_settings')!
    const stale: Parameters<typeof rewrap>[1][] = []
    for await (const row of readRows(column)) stale.push(row)
    await db.webhookSettings.update({ where: { workspaceId }, data: { secret: encryptSecret('newer', webhooks.aadOf(workspaceId)) } })
    expect(await rewrap(column, stale[0]!)).toBe(false)
    expect((await decryptAll())[0]).toBe('newer')
  })

  test('is noticed by running servers when they encrypt and when they decrypt', async () => {
    await load()
    const { opened: decryptAll } = await secrets()
    const old = keysInFile().map((key) => Buffer.from(key, 'base64'))
    await keyRotation.rotate()
    const [fresh] = keyIds()
    setKeys(old)
    expect(await decryptAll()).toEqual(OPENED)
    setKeys(old)
    expect(keyIdOf(encryptSecret('x', 'y'))).toBe(fresh)
  })

  test('requested twice at once runs twice, one after the other', async () => {
    await load()
    await secrets()
    const rotations = await Promise.all([keyRotation.rotate(), keyRotation.rotate()])
    for (const rotation of rotations) expect(summarize(rotation)).toMatchObject({ current: ALL, unreadable: 0 })
    expect(describeKeys().ids).toHaveLength(3)
  })
})

describe('older keys', () => {
  test('can be removed once they encrypt nothing, but not within a minute of the rotation', async () => {
    await load()
    const { opened: decryptAll } = await secrets()
    await addKey()
    await expect(keyRotation.removeOldKeys()).rejects.toThrow('Older keys still protect secrets')
    await keyRotation.rotate()
    await expect(keyRotation.removeOldKeys()).rejects.toThrow('Try again in a minute')
    const before = new Date(Date.now() - 61_000)
    utimesSync(file(), before, before)
    expect(summarize(await keyRotation.removeOldKeys())).toEqual({ current: ALL, older: [], unreadable: 0 })
    expect(keysInFile()).toHaveLength(1)
    await load()
    expect(await decryptAll()).toEqual(OPENED)
  })

  test('in the settings must be removed by the server administrator', async () => {
    await load({ ENCRYPTION_KEY: aKey(), ENCRYPTION_KEY_PREVIOUS: aKey() })
    await expect(keyRotation.removeOldKeys()).rejects.toThrow('Remove old keys from ENCRYPTION_KEY yourself.')
  })
})

test('secrets that no key decrypts are counted, and do not block the others', async () => {
  await load()
  const { workspaceId } = await secrets()
  await db.webhookSettings.update({ where: { workspaceId }, data: { secret: randomBytes(60) } })
  expect(summarize(await keyRotation.rotate())).toEqual({ current: ALL - 1, older: [0], unreadable: 1 })
})

describe('a database of version 0.1, with secrets in two formats,', () => {
  const { workspaceId, numberId: id, phoneNumber } = LEGACY_IDS
  const key = LEGACY_KEY.toString('base64')

  /** Writes the rows as version 0.1 left them, and returns what the services read. */
  async function writeLegacyRows(secret = SEALED_WEBHOOK_SECRET) {
    await db.workspace.create({ data: { id: workspaceId, name: 'Acme' } })
    await db.webhookSettings.create({ data: { workspaceId, url: 'https://example.com', secret, updatedAt: new Date() } })
    const trunk = { trunk: TRUNK_ENVELOPE, trunkKeyId: LEGACY_KEY_ID }
    await db.phoneNumber.create({ data: { id, workspaceId, phoneNumber, carrier: 'sip', assistantRequestSecret: SEALED_NUMBER_SECRET, ...trunk } })
    await addConnection({ workspaceId, carrier: 'telnyx', sealed: CONNECTION_ENVELOPE, keyId: LEGACY_KEY_ID })
    await storeRootSecret()
  }
  /** The root secret and the four of the workspace. */
  const LEGACY = 5
  const storedKeyIds = async () =>
    (await pool.query<{ id: string | null }>('select key_id as id from carrier_connections union all select trunk_key_id from phone_numbers')).rows.map(
      ({ id }) => id,
    )
  const expectReadable = async () => {
    expect(await decryptAll(workspaceId)).toEqual(OPENED)
    await load({ ENCRYPTION_KEY: aKey(), ENCRYPTION_KEY_PREVIOUS: keysInFile().join() })
    expect(purpose()).toBe(Buffer.from(hkdfSync('sha256', ROOT_SECRET, '', 'session', 32)).toString('hex'))
    expect((await keyRotation.readStatus()).unreadable).toBe(0)
    await load()
  }

  beforeEach(() => writeFileSync(file(), key))

  test.each([
    ['any first byte', SEALED_WEBHOOK_SECRET],
    ['the first byte of the new format', SEALED_WITH_MARKER],
  ])('is read, and converted by a rotation, with %s', async (_name, secret) => {
    await writeLegacyRows(secret)
    await load()
    await expectReadable()
    expect(summarize(await keyRotation.readStatus())).toEqual({ current: LEGACY, older: [], legacy: LEGACY, unreadable: 0 })
    expect(summarize(await keyRotation.rotate())).toEqual({ current: LEGACY, older: [0], unreadable: 0 })
    expect(await storedKeyIds()).toEqual([null, null])
    await expectReadable()
    writeFileSync(file(), keysInFile()[0]!)
    await load()
    await expectReadable()
  })

  const storeRootSecret = () => pool.query(`insert into settings (key, value) values ('root_secret', $1)`, [JSON.stringify(STORED_ROOT_SECRET)])
  /** Reads the root secret and every stored secret as a server of version 0.1 does. */
  async function readAllAsVersion01() {
    const { rows } = await pool.query<{ value: { sealed: string; keyId: string } }>(`select value from settings where key = 'root_secret'`)
    const { sealed, keyId } = rows[0]!.value
    const texts = [readAsVersion01({ sealed: Buffer.from(sealed, 'base64'), keyId }, 'root_secret')]
    for (const column of ENCRYPTED_COLUMNS) for await (const row of readRows(column)) texts.push(readAsVersion01(row, column.aadOf(row)))
    return texts
  }

  test('stays readable to servers of that version that still run, whatever this one stores, until a rotation', async () => {
    await storeRootSecret()
    await load()
    const { opened } = await secrets()
    expect(await readAllAsVersion01()).toHaveLength(ALL)
    expect(await opened()).toEqual(OPENED)
    expect(summarize(await keyRotation.readStatus())).toEqual({ current: ALL, older: [], legacy: ALL, unreadable: 0 })

    expect(summarize(await keyRotation.rotate())).toEqual({ current: ALL, older: [0], unreadable: 0 })
    await expect(readAllAsVersion01()).rejects.toThrow()
    expect(await opened()).toEqual(OPENED)
  })

  test('without a root secret gets one that its servers can read', async () => {
    await db.workspace.create({ data: { id: workspaceId, name: 'Acme' } })
    await load()
    expect(await readAllAsVersion01()).toEqual([LEGACY_KEY.toString('base64')])
  })

  test.each([
    ['the process that rotated', async () => {}],
    ['every server that starts later', () => load()],
  ])('has new secrets in the new format after a rotation, by %s', async (_who, start) => {
    await storeRootSecret()
    await load()
    await keyRotation.rotate()
    await start()
    await secrets()
    expect(summarize(await keyRotation.readStatus())).not.toHaveProperty('legacy')
  })

  test('keeps what a server stored in the earlier formats during a rotation, for the next one to convert', async () => {
    await storeRootSecret()
    await load()
    await keyRotation.rotate()
    // A server of this version that has run since before the rotation.
    useEarlierFormats(true)
    const { opened } = await secrets()
    expect(await opened()).toEqual(OPENED)
    expect(summarize(await keyRotation.readStatus())).toMatchObject({ current: ALL, legacy: ALL - 1, unreadable: 0 })
    expect(summarize(await keyRotation.rotate())).toEqual({ current: ALL, older: [0, 0], unreadable: 0 })
    expect(await opened()).toEqual(OPENED)
  })

  test('is converted without a new key if only the server administrator can add one', async () => {
    await writeLegacyRows()
    await load({ ENCRYPTION_KEY: key })
    expect(summarize(await keyRotation.rotate())).toEqual({ current: LEGACY, older: [], unreadable: 0 })
    await expectReadable()
    await load({ ENCRYPTION_KEY: key })
    await expect(keyRotation.rotate()).rejects.toThrow('Nothing to rotate.')
  })

  test('stays readable wherever a rotation dies, and the next one continues with the same key', async () => {
    await writeLegacyRows()
    await load()
    for (const { replace } of ENCRYPTED_COLUMNS) {
      const death = vi.spyOn(replace, 'run').mockRejectedValueOnce(new Error('died'))
      await expect(keyRotation.rotate()).rejects.toThrow('died')
      death.mockRestore()
      await expectReadable()
      expect(keysInFile()).toHaveLength(2)
    }
    expect(summarize(await keyRotation.readStatus())).toEqual({ current: 4, older: [1], legacy: 1, unreadable: 0 })
    expect(summarize(await keyRotation.rotate())).toEqual({ current: LEGACY, older: [0], unreadable: 0 })
    await expectReadable()
  })

  test('is converted once by two processes that rotate at once, also without the lock', async () => {
    await writeLegacyRows()
    await load()
    await Promise.all([keyRotation.rotate(), keyRotation.rotate()])
    await expectReadable()
    await addKey()
    for (const column of ENCRYPTED_COLUMNS)
      for await (const row of readRows(column)) expect((await Promise.all([rewrap(column, row), rewrap(column, row)])).sort()).toEqual([false, true])
    await expectReadable()
  })

  test('keeps its older key until the last secret has left it', async () => {
    await writeLegacyRows()
    await load()
    await addKey()
    for (const column of ENCRYPTED_COLUMNS.slice(0, -1)) for await (const row of readRows(column)) await rewrap(column, row)
    await rewrapRootSecret()
    await expect(keyRotation.removeOldKeys()).rejects.toThrow('Older keys still protect secrets')
    await load()
    const past = new Date(Date.now() - 61_000)
    expect(summarize(await keyRotation.rotate())).toEqual({ current: LEGACY, older: [0], unreadable: 0 })
    utimesSync(file(), past, past)
    expect(summarize(await keyRotation.removeOldKeys())).toEqual({ current: LEGACY, older: [], unreadable: 0 })
    await expectReadable()
  })

  test('has a connection whose credentials are replaced: the ID of the old key leaves with them', async () => {
    await writeLegacyRows()
    await load()
    const owned = { workspaceId, carrier: 'telnyx', externalOwnerId: '' }
    const [connection] = await db.carrierConnection.findMany({ where: { workspaceId } })
    const data = carrierAccess.seal(owned, { credentials: { api_key: 'new' }, token: 'token' })
    await db.carrierConnection.update({ where: { workspaceId_id: { workspaceId, id: connection!.id } }, data })
    expect(carrierAccess.open((await db.carrierConnection.findFirst({ where: { workspaceId } }))!).credentials).toEqual({ api_key: 'new' })
  })

  test('stops the start with a message if its key is missing', async () => {
    await writeLegacyRows()
    await expect(load({ ENCRYPTION_KEY: aKey() })).rejects.toThrow(`The database was encrypted with the key ${LEGACY_KEY_ID}`)
    await pool.query(`delete from settings`)
    await expect(load({ ENCRYPTION_KEY: aKey() })).rejects.toThrow('encrypted with another key')
  })
})

test('a damaged secret with a key ID of ours does not stop a rotation', async () => {
  await load()
  const { workspaceId } = await secrets()
  const { sealed } = await db.carrierConnection.findFirstOrThrow({ where: { workspaceId, carrier: 'telnyx' } })
  sealed[sealed.length - 1]! ^= 1
  await db.carrierConnection.updateMany({ where: { workspaceId, carrier: 'telnyx' }, data: { sealed } })
  expect(summarize(await keyRotation.rotate())).toEqual({ current: ALL - 1, older: [0], unreadable: 1 })
})
