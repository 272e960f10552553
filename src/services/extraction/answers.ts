import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { log } from '../../kernel/log.ts'
import { perServer } from '../../kernel/serverState.ts'
import type { JsonObject } from '../../providers/provider.ts'
import type { Evaluation, Validation } from './answerValidation.ts'
import * as answersPool from './answersPool.ts'
import { isPlain } from './plainSchemas.ts'

const MEMORY_TTL_MS = 600_000
/** Recent timeouts by schema. */
const slowSchemas = perServer(() => new LRUCache<string, number>({ max: 1_000, ttl: MEMORY_TTL_MS }))
const MAX_TIMEOUTS = 2

/** Recent evaluation time by workspace, in milliseconds, over all its schemas: a changed title must not reset it. */
const spentMs = perServer(() => new LRUCache<number, number>({ max: 10_000, ttl: MEMORY_TTL_MS, noUpdateTTL: true }))
const MAX_SPENT_MS = 30_000
/** Faster evaluations are not counted. */
const FREE_MS = 50

const NOT_EVALUATED = 'The schema could not be evaluated, so no answer was checked'

/**
 * Separates valid answers from invalid ones by a customer JSON Schema (draft 2020-12, 2019-09 or 07). No answer is lost: each is in `valid`,
 * or in `errors` with its error. A required field without an answer has an error with the value null. If the schema is invalid or takes too long,
 * the answers stay unchanged and `errors` contains the reason.
 *
 * Validation runs in a thread with time and memory limits, since a customer schema can take forever, unless it only compares (`isPlain`).
 * Answers of calls take precedence over schema checks (`findSchemaProblem`): a call is not closed before they are validated.
 */
export async function validate(workspaceId: WorkspaceId, schema: JsonObject, data: JsonObject): Promise<Validation> {
  const { validation, error } = await ask(workspaceId, schema, data)
  return validation ?? { valid: data, errors: [{ field: null, value: null, error: `${NOT_EVALUATED}: ${error}` }] }
}

/** Returns why a schema cannot be used for validation; null if it can. */
export const findSchemaProblem = async (workspaceId: WorkspaceId, schema: JsonObject): Promise<string | null> =>
  (await ask(workspaceId, schema, null)).error ?? null

async function ask(workspaceId: WorkspaceId, schema: JsonObject, data: JsonObject | null): Promise<Evaluation> {
  if (!isPlain(schema, data)) return askThread(workspaceId, schema, data)
  // A server without calls need not load the validator.
  const { evaluate } = await import('./answerValidation.ts')
  return evaluate({ schema, data })
}

async function askThread(workspaceId: WorkspaceId, schema: JsonObject, data: JsonObject | null): Promise<Evaluation> {
  const key = createHash('sha256')
    .update(`${workspaceId} ${JSON.stringify(schema)}`)
    .digest('base64')
  if ((slowSchemas().get(key) ?? 0) >= MAX_TIMEOUTS) return { error: 'evaluating it takes too long' }
  const isOverBudget = (spentMs().get(workspaceId) ?? 0) >= MAX_SPENT_MS
  if (isOverBudget && !data) return { error: 'the schemas of this workspace took too long to evaluate recently, try again in ten minutes' }
  let startedAt = performance.now()
  try {
    return await answersPool.ask(
      { workspaceId, class: isOverBudget ? 'patient' : data ? 'urgent' : 'ordinary', onBegin: () => (startedAt = performance.now()) },
      { schema, data },
    )
  } catch (error) {
    if (error instanceof DomainError) return { error: error.message }
    if (error instanceof answersPool.ThreadLimitError) slowSchemas().set(key, (slowSchemas().get(key) ?? 0) + 1)
    log.warn({ err: error }, 'could not evaluate a schema')
    return { error: error instanceof answersPool.ThreadLimitError ? error.message : 'the server failed to evaluate it' }
  } finally {
    const ms = performance.now() - startedAt
    if (ms > FREE_MS) spentMs().set(workspaceId, (spentMs().get(workspaceId) ?? 0) + ms)
  }
}

/** Ends the threads. */
export const close = answersPool.close
