import { spawnSync } from 'node:child_process'

/** Whether a program can be started. It is asked for its version. */
export const canStart = (command: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync(command, ['--version'], { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0
