import { listMigrations } from '../prisma/migrations.ts'
import { configure } from './configure.ts'
import { startSimulator } from './embedded/simulator.ts'
import { createHealthChecks } from './http/health.ts'
import type { Env } from './kernel/config/env.ts'
import * as parts from './parts.ts'
import { prepareDatabase } from './prepare.ts'
import { useAdministratorData } from './services/operator/administratorData.ts'
import { simulatorOptions } from './simulatorOptions.ts'

/**
 * Starts a process that only runs the simulator (`ROLE=simulator`), with health checks on its port. Throws as `startServer` does, and if another process
 * keeps the simulator for itself.
 */
export async function startSimulatorServer(env: Env, databaseUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const { add, close } = parts.collectParts()
  try {
    useAdministratorData(env)
    await add(parts.openDatabase(env, databaseUrl))
    const port = await add(parts.openPort(env.PORT))
    configure(env, port.number)
    const directUrl = env.DATABASE_DIRECT_URL ?? databaseUrl
    await prepareDatabase(env, directUrl)
    await add(parts.openLiveness(directUrl))
    const checks = createHealthChecks(env, listMigrations().at(-1)!)
    await add(startSimulator(directUrl, simulatorOptions(env), () => {}))
    await add(parts.openReports(env.ROLE))
    await add({ stop: () => checks.draining() })
    port.serve((req, res) => checks.router(req as never, res as never, () => res.writeHead(404).end()))
    checks.ready(() => 'off')
    return { url: env.SIMULATOR_URL!, close }
  } catch (error) {
    await close()
    throw error
  }
}
