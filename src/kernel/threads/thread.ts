import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * Starts a module next to the caller as a thread with its own limits, from the sources or from the build. `callerUrl` is the caller's
 * `import.meta.url`. The thread does not keep the process alive.
 */
export function startThread(callerUrl: string, name: string, resourceLimits: ResourceLimits): Worker {
  const isSource = callerUrl.endsWith('.ts')
  const url = new URL(name + (isSource ? '.ts' : '.js'), callerUrl)
  const options = { execArgv: [], resourceLimits }
  const thread = isSource ? new Worker(loaderSource(url), { ...options, eval: true }) : new Worker(url, options)
  thread.unref()
  return thread
}

/** A thread does not inherit the TypeScript loader. */
const loaderSource = (url: URL) =>
  `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => (register(), import(${JSON.stringify(url.href)})))`
