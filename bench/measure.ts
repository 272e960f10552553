import type { Contestant } from './contestants.ts'
import type { Prepared } from './ground.ts'
import { fire } from './load.ts'
import { type Contender, contendersOf, type Operation } from './operations.ts'
import type { CpuMeter } from './postgres.ts'
import type { CountedStatements } from './statements.ts'

/** One contender in one round of an operation; CPU in microseconds per request. */
export interface Round {
  server: number
  postgres: number | null
  perSecond: number
  p50: number
  p99: number
}
export interface Measured {
  contender: Contender
  rounds: Round[]
  /** PostgreSQL statements per request. */
  statements: number
}
export interface Plan {
  rounds: number
  /** Share of an operation's requests that is sent per round. */
  share: number
}

/**
 * Measures an operation with its contenders in alternating order: A B C, then C B A, so that changes of the machine's speed
 * affect all equally. Each contender is warmed up before the first round.
 */
export async function measure(
  operation: Operation,
  contestants: Map<Contender, Contestant>,
  { environment, simulator }: Prepared,
  postgresCpu: CpuMeter,
  { rounds, share }: Plan,
): Promise<Measured[]> {
  const requests = Math.round(operation.requests * share)
  const measured = new Map<Contender, Measured>()
  const shoot = (contender: Contender) => {
    const shot = operation.contenders[contender]!
    return fire(contestants.get(contender)!.url, requests, operation.status, () => shot(environment))
  }

  async function warmUp(contender: Contender) {
    const { child } = contestants.get(contender)!
    await shoot(contender)
    await simulator.ask('forget')
    await child.ask('count')
    await shoot(contender)
    measured.set(contender, { contender, rounds: [], statements: (await child.ask<CountedStatements>('counted')).statements / requests })
  }

  async function round(contender: Contender): Promise<Round> {
    const { child } = contestants.get(contender)!
    await simulator.ask('forget')
    const postgresBefore = postgresCpu?.()
    const before = await child.ask<NodeJS.CpuUsage>('cpu')
    const { seconds, p50, p99 } = await shoot(contender)
    const after = await child.ask<NodeJS.CpuUsage>('cpu')
    const postgresAfter = postgresCpu?.()
    return {
      server: (after.user + after.system - before.user - before.system) / requests,
      postgres: postgresBefore === undefined ? null : (postgresAfter! - postgresBefore) / requests,
      perSecond: requests / seconds,
      p50,
      p99,
    }
  }

  const contenders = contendersOf(operation, contestants)
  for (const contender of contenders) await warmUp(contender)
  for (let turn = 0; turn < rounds; turn++)
    for (const contender of turn % 2 ? contenders.toReversed() : contenders) measured.get(contender)!.rounds.push(await round(contender))
  return [...measured.values()]
}
