import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '../actor.ts'
import { Aborted, BodyError, readJson } from '../json.ts'

/** Bytes of a body: a file of leads fits in, from those who may send one; little from everybody else. */
const LIMIT = 12 * 1024 * 1024
const LIMIT_OF_STRANGERS = 1024 * 1024

/** Reads a GraphQL request's JSON as strictly as REST's before yoga sees it; other methods pass. */
export async function strictBody(req: IncomingMessage & { body?: unknown; actor?: Actor | null }, res: ServerResponse, next: (error?: unknown) => void) {
  if (req.method !== 'POST') return next()
  try {
    req.body = (await readJson(req, req.actor ? LIMIT : LIMIT_OF_STRANGERS)).value
  } catch (error) {
    if (error instanceof Aborted) return
    if (!(error instanceof BodyError)) return next(error)
    const { status, detail, message } = error
    return void res
      .writeHead(status, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ errors: [{ message, extensions: { code: 'BAD_INPUT', detail } }] }))
  }
  next()
}
