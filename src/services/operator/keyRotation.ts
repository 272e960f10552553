import { DomainError } from '../../kernel/vocabulary/errors.ts'
import * as keys from '../../kernel/crypto/keys.ts'
import { ROTATION_LOCK, withAdvisoryLock } from '../../kernel/db/locks.ts'
import { ENCRYPTED_COLUMNS, inspect, readRows, rewrap } from './encryptedRows.ts'

export interface KeyStatus {
  keptIn: string
  current: string
  older: string[]
  /** Number of secrets that each key encrypts. */
  secrets: Map<string, number>
  /** Number of secrets in the format of an earlier version. */
  legacy: number
  /** Number of secrets whose key the server does not have. */
  unreadable: number
}

/** Reads the server's keys and the number of secrets that each encrypts. */
export async function readStatus(): Promise<KeyStatus> {
  const { in: keptIn, ids } = keys.describeKeys()
  const secrets = new Map(ids.map((id) => [id, 0]))
  const states = [await keys.inspectRootSecret()]
  for (const column of ENCRYPTED_COLUMNS) for await (const row of readRows(column)) states.push(inspect(column, row))
  const readable = states.filter((state) => state !== null)
  for (const { keyId } of readable) secrets.set(keyId, (secrets.get(keyId) ?? 0) + 1)
  const legacy = readable.filter(({ isLegacy }) => isLegacy).length
  return { keptIn, current: ids[0]!, older: ids.slice(1), secrets, legacy, unreadable: states.length - readable.length }
}

/** Number of secrets that older keys still encrypt. */
const countOlderSecrets = ({ older, secrets }: KeyStatus) => older.reduce((sum, id) => sum + secrets.get(id)!, 0)

/**
 * Rewraps every secret with the current key, and in today's format. First adds a new key, unless an earlier rotation was interrupted and
 * secrets still depend on older keys: then it only completes that rotation. Safe while servers run: they load the new key at the first
 * secret that needs it. Throws BAD_REQUEST if there is nothing to do, because only the server administrator can add a key and has not added one.
 */
export const rotate = (): Promise<KeyStatus> =>
  withAdvisoryLock(ROTATION_LOCK, async () => {
    const before = await readStatus()
    if (countOlderSecrets(before) === 0 && !(await keys.addKey()) && before.older.length === 0 && before.legacy === 0)
      throw new DomainError(
        'BAD_REQUEST',
        'Nothing to rotate. Set ENCRYPTION_KEY to a new key and ENCRYPTION_KEY_PREVIOUS to the current one, restart the servers, and run this command again.',
      )
    await keys.rewrapRootSecret()
    const current = keys.describeKeys().ids[0]!
    for (const column of ENCRYPTED_COLUMNS)
      for await (const row of readRows(column)) {
        const state = inspect(column, row)
        if (state && (state.isLegacy || state.keyId !== current)) await rewrap(column, row)
      }
    return readStatus()
  })

/** Removes the older keys. Throws CONFLICT while they encrypt any secret, and BAD_REQUEST if only the server administrator can remove them. */
export const removeOldKeys = (): Promise<KeyStatus> =>
  withAdvisoryLock(ROTATION_LOCK, async () => {
    const before = await readStatus()
    if (countOlderSecrets(before) > 0) throw new DomainError('CONFLICT', 'Older keys still protect secrets. Run "keys rotate" first.')
    if (!(await keys.removeOldKeys())) throw new DomainError('BAD_REQUEST', `Remove old keys from ${before.keptIn} yourself.`)
    return readStatus()
  })
