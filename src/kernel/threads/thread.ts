import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * Starts a module beside the caller as a thread with limits of its own, from the sources as well as from what was built
 * of them. `callerUrl` is the caller's `import.meta.url`. The thread keeps no process alive.
 */
export function threadBeside(callerUrl: string, name: string, resourceLimits: ResourceLimits): Worker {
  const isSource = callerUrl.endsWith('.ts')
  const url = new URL(name + (isSource ? '.ts' : '.js'), callerUrl)
  const options = { execArgv: [], resourceLimits }
  const thread = isSource ? new Worker(loading(url), { ...options, eval: true }) : new Worker(url, options)
  thread.unref()
  return thread
}

/** A thread does not inherit what makes Node read TypeScript. */
const loading = (url: URL) =>
  `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => (register(), import(${JSON.stringify(url.href)})))`
