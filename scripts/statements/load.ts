import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Loads every module of the product that defines statements. Returns the errors of those that cannot be loaded. */
export async function loadStatements(): Promise<string[]> {
  const failures: string[] = []
  for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' }).sort())
    if (path.endsWith('.ts') && !path.startsWith('generated') && /from '[^']*\/statement\.ts'/.test(readFileSync(join('src', path), 'utf8')))
      await import(resolve('src', path)).catch((error: Error) => failures.push(`${path}: ${error.message}`))
  return failures
}
