import pg from 'pg'
import { POOL_SIZE } from '../common.ts'

/** The contender's connection pool. */
export let pool: pg.Pool

export function connect(connectionString: string) {
  pool = new pg.Pool({ connectionString, max: POOL_SIZE })
}
