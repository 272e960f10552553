import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { waitFor } from '../waiting/waitFor.ts'

/**
 * Copies the data of a server that has started once into an empty folder, so that the next start has nothing to set up. Does nothing outside of a test run,
 * which names the folder of the template. The first of its processes creates the template, the others wait for it.
 */
export async function copyProductTemplate(dataDir: string) {
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

async function startOnce(dataDir: string) {
  const { PATH, HOME } = process.env
  const server = spawn(process.execPath, [resolve('dist/src/main.js')], {
    env: { PATH, HOME, PORT: '0', SIMULATOR_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  server.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await waitFor('the first start of a product', () => {
    if (server.exitCode !== null) throw new Error(`the server ended: ${output}`)
    return output.includes('Callwright is running.')
  })
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
