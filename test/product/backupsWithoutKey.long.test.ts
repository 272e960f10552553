import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDataFolder } from '../kit/server/dataFolder.ts'
import { createProduct } from '../kit/server/product.ts'
import { runAdminCommand } from './adminCommand.ts'

/** Makes a backup with the key in the settings, and restores it twice. */
test('a backup of a server with ENCRYPTION_KEY contains no key, and is refused without that key before anything is committed', async () => {
  const key = { ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  const folder = createDataFolder('backups')
  const [source, product] = [await createProduct(), await createProduct()]
  onTestFinished(async () => {
    await Promise.all([source.end(), product.end()])
    rmSync(folder, { recursive: true, force: true })
  })
  await source.start(key)
  const target = join(folder, 'without-key.backup')
  const made = await runAdminCommand(source.dataDir, ['backup', target], key)
  expect(made).toMatchObject({ keys: expect.stringMatching(/^not in the backup, because ENCRYPTION_KEY is set. Keep the key [\da-f]{16}\.$/) })
  const other = { ENCRYPTION_KEY: randomBytes(32).toString('base64') }
  const restore = (env: Record<string, string>) => runAdminCommand(product.dataDir, ['restore', target], env)
  await expect(restore(other)).rejects.toThrow(/The backup needs the encryption key [\da-f]{16}, but this server has/)
  expect(await restore(key)).toMatchObject({ restored: true, rows: made.rows })
})
