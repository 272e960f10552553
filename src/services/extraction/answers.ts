import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { log } from '../../kernel/log.ts'
import type { JsonObject } from '../../providers/provider.ts'
import type { Fitted } from './answersJudge.ts'
import * as answersPool from './answersPool.ts'

const REMEMBERED_MS = 600_000
/** Schemas that took too long, with how often they did lately. */
const slow = new LRUCache<string, number>({ max: 1_000, ttl: REMEMBERED_MS })
const MAX_SLOW = 2

/** Milliseconds that each workspace's schemas took lately, however they were written: a changed title makes no other schema. */
const spent = new LRUCache<number, number>({ max: 10_000, ttl: REMEMBERED_MS, noUpdateTTL: true })
const MAX_SPENT_MS = 30_000
/** What takes less is nobody's burden. */
const CHEAP_MS = 50

const NOT_EVALUATED = 'The schema could not be evaluated, so no answer was checked'

/**
 * Parts the answers that fit a customer's JSON Schema (draft 2020-12, 2019-09 or 07) from those that do not. None gets
 * lost: what is not among `fitting` is among `unfit`, with why. A required field without an answer is unfit with the
 * value null. A schema that is none, or that takes too long, leaves the answers as they are, and `unfit` says so.
 *
 * The schema is judged in a thread with a limit of time and memory, since whoever wrote it can make it take forever. Answers
 * of calls go before the checks of schemas (`problemOf`): a call is not closed until they are judged.
 */
export async function fit(workspaceId: number, schema: JsonObject, data: JsonObject): Promise<Fitted> {
  const { fitted, error } = await ask(workspaceId, schema, data)
  return fitted ?? { fitting: data, unfit: [{ field: null, value: null, error: `${NOT_EVALUATED}: ${error}` }] }
}

/** What keeps a schema from being one that answers can be held against, in a sentence; null when nothing does. */
export const problemOf = async (workspaceId: number, schema: JsonObject): Promise<string | null> => (await ask(workspaceId, schema, null)).error ?? null

async function ask(workspaceId: number, schema: JsonObject, data: JsonObject | null): Promise<{ fitted?: Fitted | null; error?: string }> {
  const key = createHash('sha256')
    .update(`${workspaceId} ${JSON.stringify(schema)}`)
    .digest('base64')
  if ((slow.get(key) ?? 0) >= MAX_SLOW) return { error: 'evaluating it takes too long' }
  const isSpent = (spent.get(workspaceId) ?? 0) >= MAX_SPENT_MS
  if (isSpent && !data) return { error: 'the schemas of this workspace took too long to evaluate recently, try again in ten minutes' }
  let begun = performance.now()
  try {
    return await answersPool.ask(
      { workspaceId, class: isSpent ? 'patient' : data ? 'urgent' : 'ordinary', onBegin: () => (begun = performance.now()) },
      { schema, data },
    )
  } catch (error) {
    if (error instanceof DomainError) return { error: error.message }
    if (error instanceof answersPool.Overtaxed) slow.set(key, (slow.get(key) ?? 0) + 1)
    log.warn({ err: error }, 'could not evaluate a schema')
    return { error: error instanceof answersPool.Overtaxed ? error.message : 'the server failed to evaluate it' }
  } finally {
    const ms = performance.now() - begun
    if (ms > CHEAP_MS) spent.set(workspaceId, (spent.get(workspaceId) ?? 0) + ms)
  }
}

/** Ends the threads. */
export const close = answersPool.close
