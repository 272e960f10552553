import { afterAll, beforeAll } from 'vitest'
import { type Contestant, startContestants, stopContestants } from '../../bench/contestants.ts'
import { type Prepared, prepare } from '../../bench/ground.ts'
import type { Contender } from '../../bench/operations.ts'
import { freshDatabase, superuserUrlOf } from '../kit/server/postgres.ts'

interface Started {
  contestants: Map<Contender, Contestant>
  prepared: Prepared
}

/** Starts servers of the benchmark for a test file, on a database with two workspaces. `flags` are for Node.js. */
export function useContestants(contenders: readonly Contender[], { calls, flags }: { calls: number; flags?: string[] }): () => Started {
  let started: Started
  let end: () => Promise<void>
  beforeAll(async () => {
    const { url, drop } = await freshDatabase()
    // The data is inserted past the checks of references, and servers written by hand know no policies.
    const prepared = await prepare(superuserUrlOf(url), { workspaces: 2, calls })
    const contestants = await startContestants(contenders, prepared.environment, flags)
    started = { contestants, prepared }
    end = async () => {
      await stopContestants(contestants)
      await prepared.end()
      await drop()
    }
  })
  afterAll(() => end?.())
  return () => started
}
