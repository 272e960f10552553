import { hkdfSync, randomBytes } from 'node:crypto'
import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { db, pool } from '../../../src/kernel/db/db.ts'
import { readEnv } from '../../../src/kernel/config/env.ts'
import { encryptSecret, keyIdOf } from '../../../src/kernel/crypto/encryption.ts'
import { addKey, describeKeys } from '../../../src/kernel/crypto/keys.ts'
import { isSigned, signText } from '../../../src/kernel/crypto/signatures.ts'
import { keyIds, setKeys } from '../../../src/kernel/crypto/keyring.ts'
import * as keyRotation from '../../../src/services/operator/keyRotation.ts'
import { ENCRYPTED_COLUMNS, readRows, rewrap } from '../../../src/services/operator/encryptedRows.ts'
import { PROOF_PURPOSE } from '../../../src/services/compliance/proof/proofDocuments.ts'
import * as endpointSecrets from '../../../src/services/webhooks/endpointSecrets.ts'
import * as newWorkspaces from '../../../src/services/onboarding/newWorkspaces.ts'
import { useDatabase } from '../../kit/server/database.ts'
import { aKey, ALL, file, keysInFile, load, OPENED, purpose, secrets, summarize, useKeys } from './keysKit.ts'

useDatabase()
useKeys()

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

  test('leaves proofs valid that were signed before, also once the earlier key is removed and a process starts anew', async () => {
    await load()
    await secrets()
    const { signature, publicKey } = signText('{"call_id":1}', PROOF_PURPOSE)
    await keyRotation.rotate()
    const before = new Date(Date.now() - 61_000)
    utimesSync(file(), before, before)
    await keyRotation.removeOldKeys()
    await load()
    expect(keysInFile()).toHaveLength(1)
    expect(isSigned('{"call_id":1}', signature, PROOF_PURPOSE)).toBe(true)
    expect(signText('{"call_id":1}', PROOF_PURPOSE)).toEqual({ signature, publicKey })
  })

  test('does not overwrite a secret that was changed meanwhile', async () => {
    await load()
    const { workspaceId, opened: decryptAll } = await secrets()
    await addKey()
    const column = ENCRYPTED_COLUMNS.find(({ table }) => table === 'webhook_endpoints')!
    const stale: Parameters<typeof rewrap>[1][] = []
    for await (const row of readRows(column)) stale.push(row)
    await db.webhookEndpoint.updateMany({
      where: { workspaceId },
      data: { secret: encryptSecret('newer', endpointSecrets.aadOf({ id: 0, workspaceId, isFirst: true })) },
    })
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
  await db.webhookEndpoint.updateMany({ where: { workspaceId }, data: { secret: randomBytes(60) } })
  expect(summarize(await keyRotation.rotate())).toEqual({ current: ALL - 1, older: [0], unreadable: 1 })
})

test('a damaged secret with a key ID of ours does not stop a rotation', async () => {
  await load()
  const { workspaceId } = await secrets()
  const { sealed } = await db.carrierConnection.findFirstOrThrow({ where: { workspaceId, carrier: 'telnyx' } })
  sealed[sealed.length - 1]! ^= 1
  await db.carrierConnection.updateMany({ where: { workspaceId, carrier: 'telnyx' }, data: { sealed } })
  expect(summarize(await keyRotation.rotate())).toEqual({ current: ALL - 1, older: [0], unreadable: 1 })
})
