import { pool } from '../../kernel/db/db.ts'
import { badInput, conflict } from '../../kernel/vocabulary/errors.ts'
import * as keys from '../../kernel/crypto/keys.ts'
import { ROTATION_LOCK, underLock } from '../../kernel/db/locks.ts'
import { batches, keyIdOf, protect, SEALED_COLUMNS } from './sealedRows.ts'

export interface KeyStatus {
  keptIn: string
  current: string
  older: string[]
  /** How many secrets each key protects. */
  secrets: Map<string, number>
  /** Secrets whose key the installation has not. */
  unreadable: number
}

/** The installation's keys, and how much each of them protects. */
export async function status(): Promise<KeyStatus> {
  const { in: keptIn, ids } = keys.kept()
  const secrets = new Map(ids.map((id) => [id, 0]))
  let unreadable = 0
  const count = (id: string | null) => (id !== null && secrets.has(id) ? secrets.set(id, secrets.get(id)! + 1) : (unreadable += 1))
  count(await keys.rootKeyId())
  for (const column of SEALED_COLUMNS) for await (const rows of batches(column)) for (const row of rows) count(keyIdOf(column, row))
  return { keptIn, current: ids[0]!, older: ids.slice(1), secrets, unreadable }
}

/** What is still protected by older keys. */
const left = ({ older, secrets }: KeyStatus) => older.reduce((sum, id) => sum + secrets.get(id)!, 0)

/**
 * Protects every secret with the key in use, after putting a new one in use where older ones protect nothing any more: so
 * one that was stopped goes on where it stood. Safe while servers run, which learn of the new key when they meet it. BAD_REQUEST
 * when only the operator can make a new key, and there is none yet.
 */
export const rotate = (): Promise<KeyStatus> =>
  underLock(pool, ROTATION_LOCK, async () => {
    const before = await status()
    if (left(before) === 0 && !(await keys.addKey()) && before.older.length === 0)
      throw badInput('Nothing to rotate. Set ENCRYPTION_KEY to a new key and ENCRYPTION_KEY_PREVIOUS to the current one, restart the servers, and run this command again.')
    await keys.wrapRoot()
    const current = keys.kept().ids[0]!
    for (const column of SEALED_COLUMNS)
      for await (const rows of batches(column))
        for (const row of rows) {
          const id = keyIdOf(column, row)
          if (id !== null && id !== current) await protect(column, row)
        }
    return status()
  })

/** Drops the older keys. CONFLICT while they protect anything; BAD_REQUEST where only the operator can do it. */
export const forget = (): Promise<KeyStatus> =>
  underLock(pool, ROTATION_LOCK, async () => {
    const before = await status()
    if (left(before) > 0) throw conflict('Older keys still protect secrets. Run "keys rotate" first.')
    if (!(await keys.forgetOlder())) throw badInput(`Remove old keys from ${before.keptIn} yourself.`)
    return status()
  })
