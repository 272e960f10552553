import { spawnSync } from 'node:child_process'

/** Whether a program is there and can be started: it tells its version. */
export const starts = (command: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync(command, ['--version'], { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0
