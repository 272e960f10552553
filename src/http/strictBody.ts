import type { IncomingMessage, ServerResponse } from 'node:http'
import { readJson } from '../json.ts'

const LIMIT = 1024 * 1024

/** Reads a GraphQL request's JSON as strictly as REST's before yoga sees it; other methods pass. */
export async function strictBody(req: IncomingMessage & { body?: unknown }, res: ServerResponse, next: (error?: unknown) => void) {
  if (req.method !== 'POST') return next()
  try {
    req.body = (await readJson(req, LIMIT)).value
  } catch (error) {
    const { status, detail } = error as { status?: number; detail?: unknown }
    if (!status) return next(error)
    return void res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ errors: [{ message: typeof detail === 'string' ? detail : 'The body is not acceptable JSON', extensions: { code: 'BAD_INPUT', detail } }] }))
  }
  next()
}
