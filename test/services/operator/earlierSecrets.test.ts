import { hkdfSync } from 'node:crypto'
import { utimesSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { db, pool } from '../../../src/kernel/db/db.ts'
import { useEarlierFormats } from '../../../src/kernel/crypto/encryption.ts'
import { addKey, rewrapRootSecret } from '../../../src/kernel/crypto/keys.ts'
import * as carrierAccess from '../../../src/services/carriers/carrierAccess.ts'
import * as keyRotation from '../../../src/services/operator/keyRotation.ts'
import { ENCRYPTED_COLUMNS, readRows, rewrap } from '../../../src/services/operator/encryptedRows.ts'
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
import { addConnection, aKey, ALL, decryptAll, file, keysInFile, load, OPENED, purpose, secrets, summarize, useKeys } from './keysKit.ts'

useDatabase()
useKeys()

describe('a database of version 0.1, with secrets in two formats,', () => {
  const { workspaceId, numberId: id, phoneNumber } = LEGACY_IDS
  const key = LEGACY_KEY.toString('base64')

  /** Writes the rows as version 0.1 left them, and returns what the services read. */
  async function writeLegacyRows(secret = SEALED_WEBHOOK_SECRET) {
    await db.workspace.create({ data: { id: workspaceId, name: 'Acme' } })
    await db.webhookEndpoint.create({ data: { workspaceId, isFirst: true, url: 'https://example.com', secret } })
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
  const readRootSecret = async () => (await pool.query<{ value: unknown }>(`select value from settings where key = 'root_secret'`)).rows[0]!.value
  /** Reads the root secret and every stored secret as a server of version 0.1 does. */
  async function readAllAsVersion01() {
    const { sealed, keyId } = (await readRootSecret()) as typeof STORED_ROOT_SECRET
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
    expect(await readRootSecret()).toEqual(expect.any(String))
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
    // Version 0.1 kept no recordings.
    for (const { replace } of ENCRYPTED_COLUMNS.filter(({ table }) => table !== 'kept_recordings')) {
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
