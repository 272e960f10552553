import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Env } from '../../../kernel/config/env.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'
import { get, isHealthy } from './serviceChecks.ts'

/** Checks that PORT belongs to a Callwright server, or is free for one. */
export async function checkPort({ PORT: port }: Env): Promise<Finding> {
  const { ok, failure } = findingsOf('port')
  const code = port === 0 ? null : await tryPort(port)
  if (code === null) return ok('The port is free. No server is running here.')
  if (code !== 'EADDRINUSE') return failure(`Port ${port} cannot be opened (${code}).`, 'Allow it to the user of the server, or set PORT to another port.')
  const isOurs = await get(`http://127.0.0.1:${port}/healthz`).then(isHealthy, () => false)
  return isOurs ? ok(`A server answers on port ${port}.`) : failure(`Another program uses port ${port}.`, 'Stop it, or set PORT to another port.')
}

/** Opens the port for a moment. Returns why it can't be opened, or null. */
async function tryPort(port: number): Promise<string | null> {
  const server = createServer()
  try {
    server.listen(port)
    await once(server, 'listening')
    return null
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  } finally {
    server.close()
  }
}

/** Checks that the simulator answers, if a process of its own runs it. */
export async function checkSimulator({ SIMULATOR_URL: url }: Env): Promise<Finding[]> {
  if (!url) return []
  const { ok, failure } = findingsOf('simulator')
  const advice = 'Start a process with ROLE=simulator, the same DATABASE_URL and the same SIMULATOR_URL, or remove SIMULATOR_URL.'
  return [
    await get(url).then(
      () => ok('The simulator answers.'),
      (error: unknown) => failure(`${url} cannot be reached: ${reasonOf(error)}`, advice),
    ),
  ]
}
