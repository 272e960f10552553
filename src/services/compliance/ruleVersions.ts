import { sha256 } from '../../kernel/crypto/ids.ts'

/**
 * Returns the version of a rule table: its date and a hash of its content. So different contents never share a version, even if the date was
 * not updated.
 */
export const versionOf = <Table extends { version: string }>(table: Table): string => `${table.version}-${contentHashOf(table)}`

/** Returns eight hexadecimal digits of a hash of the table without its date. */
export const contentHashOf = <Table extends { version: string }>(table: Table): string =>
  Buffer.from(sha256(JSON.stringify({ ...table, version: undefined })))
    .toString('hex')
    .slice(0, 8)
