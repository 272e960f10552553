import type { Contestant } from './contestants.ts'
import type { Prepared } from './ground.ts'
import { fire } from './load.ts'
import type { Operation } from './operations.ts'
import type { CountedStatements } from './statements.ts'

/** What one request costs, counted instead of timed. */
export interface RequestCost {
  statements: number
  /** Transactions, with each statement outside of one. */
  commits: number
  /** Allocated by JavaScript. */
  bytes: number
  /** Calls of functions, of the product and its packages. */
  functions: number
}

const WARM_UP = 60
const ROUNDS = 3
const REQUESTS = 40

/**
 * Counts what a request of an operation costs the product, with one request at a time. Takes the cheapest of several rounds, since
 * periodic work falls into some of them. The process needs `holdTime` and must not optimize its code, because allocations would depend on it.
 */
export async function countCosts({ contenders, status }: Operation, { child, url }: Contestant, { environment, simulator }: Prepared): Promise<RequestCost> {
  const shoot = (requests: number) => fire(url, requests, status, () => contenders.callwright!(environment), 1)
  async function cheapest<Counted>(start: string, stop: string, perRequest: (counted: Counted) => number[]): Promise<number[]> {
    const rounds: number[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      await child.ask(start)
      await shoot(REQUESTS)
      rounds.push(perRequest(await child.ask<Counted>(stop)).map((sum) => sum / REQUESTS))
    }
    return rounds[0]!.map((_, index) => Math.min(...rounds.map((round) => round[index]!)))
  }
  await shoot(WARM_UP)
  const [statements, commits] = await cheapest<CountedStatements>('count', 'counted', (counts) => [counts.statements, counts.transactions])
  await simulator.ask('forget')
  const [bytes] = await cheapest<number>('startAllocations', 'stopAllocations', (sum) => [sum])
  const [functions] = await cheapest<number>('startFunctions', 'stopFunctions', (sum) => [sum])
  return { statements: Math.round(statements!), commits: Math.round(commits!), bytes: Math.round(bytes!), functions: Math.round(functions!) }
}
