import { launchPostgres } from './embedded/postgres.ts'
import { type Env, loadEnv } from './kernel/config/env.ts'
import { requireFinished } from './kernel/config/unfinishedRestore.ts'
import { limitHeapGrowth } from './kernel/heap.ts'
import { log, setLogLevel } from './kernel/log.ts'
import type { Running } from './server.ts'

/** Starts the server with `npm start` or `callwright serve`, and an embedded database if DATABASE_URL is not set. */
async function main() {
  limitHeapGrowth()
  const env = loadEnv()
  setLogLevel(env.LOG_LEVEL)
  requireFinished(env.DATA_DIR)
  if (env.ROLE === 'simulator') return runSimulator(env, env.DATABASE_URL!)
  const launched = env.DATABASE_URL ? null : await launchPostgres(env.DATA_DIR)
  // Loading the modules takes most of the startup time, so PostgreSQL starts at the same time.
  const [postgres, { startServer }, { banner, createDemo, readDemo }] = await Promise.all([
    launched?.started,
    import('./server.ts'),
    import('./demo.ts'),
    launched?.isNew && loadEngine(),
  ])
  let isNew = false
  const parts = {
    async prepared() {
      isNew = await createDemo(env)
    },
    async started(running: Running) {
      stopOnSignals(() => running.close().then(() => postgres?.stop()))
      process.stdout.write(banner(env, running, await readDemo(env.DATA_DIR, running), isNew))
    },
  }
  await startServer(env, env.DATABASE_URL ?? postgres!.url, parts).catch(async (error: unknown) => {
    await postgres?.stop()
    throw error
  })
}

/** Loads what creates the tables, while the database is created. */
const loadEngine = async () => (await import('../prisma/engine.ts')).load()

/** Only runs the simulator, for the servers of its database. */
async function runSimulator(env: Env, databaseUrl: string) {
  const { startSimulatorServer } = await import('./simulatorServer.ts')
  const running = await startSimulatorServer(env, databaseUrl)
  stopOnSignals(running.close)
  process.stdout.write(`\nThe simulator is running.\n\n  Simulator    ${running.url}\n\n`)
}

/** Stops the server gracefully on the first signal, and immediately on a second one. */
function stopOnSignals(stop: () => Promise<unknown>) {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      log.info({ signal }, 'stopping')
      stop().then(
        () => process.exit(0),
        (err: unknown) => {
          log.error({ err }, 'could not stop cleanly')
          process.exit(1)
        },
      )
    })
}

process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled promise rejection'))
main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`)
  log.debug({ err: error }, 'could not start')
  process.exit(1)
})
