import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deploy } from '../prisma/engine.ts'
import { startPostgres } from '../src/embedded/postgres.ts'

/** Turns off background work, which would affect single rounds. Everything else has PostgreSQL's defaults, and every commit is written to disk. */
const QUIET = ['autovacuum=off', 'checkpoint_timeout=1h', 'max_wal_size=16GB']

/** Starts a PostgreSQL for this run with an empty, migrated database, and a meter of its CPU. */
export async function ownPostgres(settings: string[] = QUIET) {
  const dataDir = mkdtempSync(join(tmpdir(), 'callwright-bench-postgres-'))
  const postgres = await startPostgres(dataDir, settings)
  await deploy(postgres.url)
  return {
    url: postgres.url,
    /** The server's first process, the parent of the others. */
    pid: firstProcessOf(dataDir),
    cpu: cpuMeter(dataDir),
    async stop() {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns the CPU used so far in microseconds. Null on systems without /proc. */
export type CpuMeter = (() => number) | null

const firstProcessOf = (dataDir: string) => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Sums up the server's first process, its running children, and its ended children. */
function cpuMeter(dataDir: string): CpuMeter {
  if (process.platform !== 'linux') return null
  const first = firstProcessOf(dataDir)
  const perTick = 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(readProcess)
      .reduce((sum, found) => {
        if (found?.pid === first) return sum + found.micros + found.endedTicks * perTick
        return sum + (found?.parent === first ? found.micros : 0)
      }, 0)
}

/** Reads what a process has used, exactly, and what its ended children have, in ticks. Its name, in parentheses, can contain any characters. */
function readProcess(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [endedUser, endedSystem] = fields.slice(13, 15).map(Number)
    const nanoseconds = Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
    return { pid: Number(pid), parent: Number(fields[1]), micros: nanoseconds / 1000, endedTicks: endedUser! + endedSystem! }
  } catch {
    return null // The process has ended meanwhile.
  }
}
