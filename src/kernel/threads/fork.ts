import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const OPTIONS = 'CALLWRIGHT_FORK_OPTIONS'

/** Returns the options of a child started by `forkModule`. */
export const forkOptions = <Options>() => JSON.parse(process.env[OPTIONS] ?? '{}') as Options

/**
 * Starts a module next to the caller as a child process and waits for its first message. Disconnecting tells the child to exit; the
 * system also disconnects it when this process dies. `callerUrl` is the caller's `import.meta.url`. The child reads `options` with
 * `forkOptions()`. They are not passed as arguments, which every user of the machine can read.
 */
export function forkModule<Ready>(
  callerUrl: string,
  name: string,
  options: object,
): Promise<{ ready: Ready; child: ChildProcess; ended: Promise<void>; stop(): Promise<void> }> {
  const extension = callerUrl.endsWith('.ts') ? '.ts' : '.js'
  const child = fork(fileURLToPath(new URL(name + extension, callerUrl)), [], {
    env: { ...process.env, [OPTIONS]: JSON.stringify(options) },
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return new Promise((resolve, reject) => {
    child.once('message', (ready) =>
      resolve({
        ready: ready as Ready,
        child,
        ended,
        stop: () => {
          if (child.connected) child.disconnect()
          return ended
        },
      }),
    )
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${complaint.trim()}`)))
  })
}
