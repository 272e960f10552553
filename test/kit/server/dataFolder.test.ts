import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDataFolder, removeAbandonedData } from './dataFolder.ts'

test('data of a process that has ended is removed, and data of a running process and folders of others are kept', async () => {
  const ended = spawn(process.execPath, ['--version'])
  await once(ended, 'exit')
  const abandoned = join(tmpdir(), `callwright-tests-${ended.pid}-a1B2c3`)
  const foreign = join(tmpdir(), `callwright-tests-${ended.pid}`)
  const own = createDataFolder('tests')
  mkdirSync(join(abandoned, 'postgres'), { recursive: true })
  mkdirSync(foreign, { recursive: true })
  onTestFinished(() => [abandoned, foreign, own].forEach((folder) => rmSync(folder, { recursive: true, force: true })))
  removeAbandonedData()
  expect([abandoned, foreign, own].map((folder) => existsSync(folder))).toEqual([false, true, true])
})
