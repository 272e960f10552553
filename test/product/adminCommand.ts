import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/** Runs a command of the server administrator on a data folder, and returns its answer. `env` adds settings. */
export async function runAdminCommand(dataDir: string, args: string[], env: Record<string, string>) {
  const { stdout } = await promisify(execFile)(process.execPath, [resolve('dist/src/admin/main.js'), ...args, '--json'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
  })
  return JSON.parse(stdout)
}
