import { sha256 } from '../../kernel/crypto/ids.ts'

/**
 * The version of a table of rules: the date it names, and what its content comes to. So decisions by different contents never bear the same
 * version, also where whoever changed the table forgot to change its date.
 */
export const versionOf = (table: { version: string }): string => `${table.version}-${contentOf(table)}`

/** Eight hexadecimal digits of a hash of all that the table holds besides its date. */
export const contentOf = (table: { version: string }): string =>
  Buffer.from(sha256(JSON.stringify({ ...table, version: undefined })))
    .toString('hex')
    .slice(0, 8)
