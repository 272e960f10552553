import type { Environment } from './ground.ts'
import { type Child, startChild } from './ipc.ts'
import type { Contender } from './operations.ts'

/** A running contender. */
export interface Contestant {
  child: Child
  url: string
}

/** Starts each contender in its own process. If one fails to start, stops all. `flags` are for Node.js. */
export async function startContestants(contenders: readonly Contender[], environment: Environment, flags: string[] = []): Promise<Map<Contender, Contestant>> {
  const children = contenders.map((contender) => [contender, startChild('./child', { flags, logFile: `${environment.folder}/${contender}.log` })] as const)
  try {
    return new Map(
      await Promise.all(children.map(async ([name, child]) => [name, { child, url: await child.ask<string>('start', { name, environment }) }] as const)),
    )
  } catch (error) {
    await Promise.all(children.map(([, child]) => child.stop()))
    throw error
  }
}

export const stopContestants = (contestants: Map<Contender, Contestant>) => Promise.all([...contestants.values()].map(({ child }) => child.stop()))
