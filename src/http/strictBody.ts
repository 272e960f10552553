import type { IncomingMessage, ServerResponse } from 'node:http'
import { Aborted, BodyError, readJson } from '../json.ts'

/** A file of 1 MiB fits in, written as base64. */
const LIMIT = 2 * 1024 * 1024

/** Reads a GraphQL request's JSON as strictly as REST's before yoga sees it; other methods pass. */
export async function strictBody(req: IncomingMessage & { body?: unknown }, res: ServerResponse, next: (error?: unknown) => void) {
  if (req.method !== 'POST') return next()
  try {
    req.body = (await readJson(req, LIMIT)).value
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
