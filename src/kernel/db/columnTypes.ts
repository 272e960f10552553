import type { CustomTypesConfig } from 'pg'
import pg from 'pg'
import { parseStored } from '../json/jsonSource.ts'

const INT8 = 20
const JSON_AS_SENT = 114

/** How values of columns are read: 64-bit integers as `bigint`, callers' JSON with its original text, all else as `pg` does. */
export const types = {
  getTypeParser: (oid, format) => (oid === INT8 ? BigInt : oid === JSON_AS_SENT ? parseStored : pg.types.getTypeParser(oid, format)),
} as CustomTypesConfig
