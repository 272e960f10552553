import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '../waiting/waitFor.ts'

/**
 * Copies the data of a server that has started once into an empty folder, so that the next start has nothing to set up. Does nothing outside of a test run,
 * which names the folder of the template. The first of its processes creates the template with `startOnce`, the others wait for it.
 */
export async function copyProductTemplate(dataDir: string, startOnce: (dataDir: string) => Promise<void>) {
  const template = process.env.PRODUCT_TEMPLATE
  if (!template) return
  const ready = join(template, 'ready')
  if (isFirst(template)) {
    await startOnce(join(template, 'data'))
    writeFileSync(ready, '')
  }
  await waitFor('the template of a product', () => existsSync(ready))
  // With the owner of each file: as root, PostgreSQL runs as another user.
  execFileSync('cp', ['-a', join(template, 'data', '.'), dataDir])
}

function isFirst(template: string): boolean {
  try {
    mkdirSync(template)
    return true
  } catch {
    return false
  }
}
