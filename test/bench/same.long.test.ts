import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contestant, startContestants, stopContestants } from '../../bench/contestants.ts'
import { type Prepared, prepare } from '../../bench/ground.ts'
import type { Contender } from '../../bench/operations.ts'
import { compareAnswers } from '../../bench/same.ts'
import { freshDatabase, superuserUrlOf } from '../kit/server/postgres.ts'

let prepared: Prepared
let contestants: Map<Contender, Contestant>
let end: () => Promise<void>
beforeAll(async () => {
  const { url, drop } = await freshDatabase()
  // The data is inserted past the checks of references, and servers written by hand know no policies.
  prepared = await prepare(superuserUrlOf(url), { workspaces: 2, calls: 400 })
  contestants = await startContestants(['callwright', 'express-pg', 'fastify-pg', 'yoga-prisma'], prepared.environment)
  end = async () => {
    await stopContestants(contestants)
    await prepared.end()
    await drop()
  }
})
afterAll(() => end?.())

/** Sends about forty requests to servers of four kinds, one after the other. */
test('the servers of the benchmark do the same work: reads, writes, repetitions and refusals return the same', async () => {
  expect(await compareAnswers(contestants, prepared.environment)).toEqual([])
})
