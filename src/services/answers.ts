import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { log } from '../log.ts'
import type { JsonObject } from '../providers/provider.ts'
import type { Fitted } from './answersJudge.ts'
import * as answersPool from './answersPool.ts'

/** Schemas that took too long, with how often they did lately: so that nobody's schema holds up everybody's answers. */
const slow = new LRUCache<string, number>({ max: 1_000, ttl: 600_000 })
const MOST_SLOW = 2

const NOT_EVALUATED = 'The schema could not be evaluated, so that nothing was checked'

/**
 * Parts the answers that fit a customer's JSON Schema (draft 2020-12, 2019-09 or 07) from those that do not. None gets
 * lost: what is not among `fitting` is among `unfit`, with why. A required field without an answer is unfit with the
 * value null. A schema that is none, or that takes too long, leaves the answers as they are, and `unfit` says so.
 *
 * The schema is judged in a thread with a limit of time and memory, since whoever wrote it can make it take forever.
 */
export async function fit(schema: JsonObject, data: JsonObject): Promise<Fitted> {
  const { fitted, error } = await ask(schema, data)
  return fitted ?? { fitting: data, unfit: [{ field: null, value: null, error: `${NOT_EVALUATED}: ${error}` }] }
}

/** What keeps a schema from being one that answers can be held against, in a sentence; null when nothing does. */
export async function problemOf(schema: JsonObject): Promise<string | null> {
  return (await ask(schema, null)).error ?? null
}

async function ask(schema: JsonObject, data: JsonObject | null): Promise<{ fitted?: Fitted | null; error?: string }> {
  const key = createHash('sha256').update(JSON.stringify(schema)).digest('base64')
  if ((slow.get(key) ?? 0) >= MOST_SLOW) return { error: 'it takes too long' }
  try {
    return await answersPool.ask({ schema, data })
  } catch (error) {
    if (error instanceof answersPool.Overtaxed) slow.set(key, (slow.get(key) ?? 0) + 1)
    log.warn({ err: error }, 'a schema could not be evaluated')
    return { error: error instanceof answersPool.Overtaxed ? error.message : 'the server was not able to' }
  }
}

/** Ends the threads. */
export const close = answersPool.close
