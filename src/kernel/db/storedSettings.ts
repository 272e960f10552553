import { type Connection, pool } from './db.ts'
import { sql } from './sqlText.ts'
import { statement } from './statement.ts'

/** What the server keeps about itself in its database, each as one JSON value. */
type Key = 'encryption_key' | 'root_secret' | 'simulator' | 'call_stats' | 'restored' | 'rules' | 'last_backup'

const findValue = statement('settings.find', sql`select value from settings where key = $key`)
const addValue = statement('settings.add', sql`insert into settings (key, value) values ($key, $value) on conflict do nothing`)
const removeValue = statement('settings.remove', sql`delete from settings where key = $key`)
const saveValue = statement(
  'settings.save',
  sql`insert into settings (key, value) values ($key, $value) on conflict (key) do update set value = excluded.value`,
)

/** Returns the stored value, or undefined if there is none. */
export const find = async <Value>(key: Key, on: Connection = pool): Promise<Value | undefined> => (await findValue.get({ key }, on))?.value as Value | undefined

/** Stores a value unless there is one. Returns whether it was stored: of several processes, one succeeds. */
export const add = async (key: Key, value: unknown): Promise<boolean> => (await addValue.run({ key, value: JSON.stringify(value) }, pool)) > 0

/** Stores a value in place of any earlier one. */
export const save = async (key: Key, value: unknown, on: Connection = pool): Promise<void> => {
  await saveValue.run({ key, value: JSON.stringify(value) }, on)
}

/** Removes a value, if there is one. */
export const remove = async (key: Key): Promise<void> => {
  await removeValue.run({ key }, pool)
}
