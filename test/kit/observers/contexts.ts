import pg from 'pg'
import { vi } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { currentWorkspace } from '../../../src/kernel/db/workspaceContext.ts'

/**
 * Watches the statements on tables of workspaces. `found` are those that run without the context of a workspace and don't say that they concern
 * several: their names, or the texts of Prisma's. Call `stop` at the end.
 */
export async function watchContexts() {
  const { rows } = await pool.query<{ name: string }>(`select tablename as name from pg_policies`)
  const usesRows = new RegExp(`\\b(?:from|join|into|update)\\s+(?:"public"\\.)?"?(?:${rows.map(({ name }) => name).join('|')})\\b`, 'i')
  const found = new Set<string>()
  let inContext = 0
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { name, text } = typeof args[0] === 'string' ? { name: undefined, text: args[0] } : (args[0] as { name?: string; text: string })
    const workspace = currentWorkspace()
    if (usesRows.test(text) && workspace === undefined) found.add(name?.split('/')[0] ?? text)
    if (usesRows.test(text) && typeof workspace === 'number') inContext++
    return (query as (...all: unknown[]) => unknown).apply(this, args) as never
  })
  return {
    found,
    /** How many statements ran in the context of a workspace. */
    inContext: () => inContext,
    stop: () => spy.mockRestore(),
  }
}
