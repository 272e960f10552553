import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request } from '../../wire/http.ts'

/** Every Plivo response contains a request ID. */
export const toAnswer = (status: number, body: JsonObject): Answer => ({ status, body: { api_id: randomUUID(), ...body } })

/** Returns the fields of a request. Throws a Refusal if the body is not JSON or has unknown fields. */
export function requireFields({ headers, body }: Request, known: readonly string[]): JsonObject {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw new Refusal(400, 'Content-Type must be application/json')
  const unknownField = Object.keys(body).find((name) => !known.includes(name))
  if (unknownField !== undefined) throw new Refusal(400, `${unknownField} is not a valid parameter`)
  return body
}

const MAX_PAGE_SIZE = 20

/** A page of at most 20 rows. Throws a Refusal. */
export function toPage<Row>({ query, path }: Request, rows: Row[], toView: (row: Row) => JsonObject): Answer {
  const [limit, offset] = [Number(query.get('limit') ?? MAX_PAGE_SIZE), Number(query.get('offset') ?? 0)]
  if (!(limit >= 1 && limit <= MAX_PAGE_SIZE) || !(offset >= 0)) throw new Refusal(400, `limit must be between 1 and ${MAX_PAGE_SIZE}`)
  const urlOf = (start: number) => `${path.replace('/carriers/api.plivo.com', '')}?limit=${limit}&offset=${start}`
  const meta = {
    limit,
    offset,
    next: offset + limit < rows.length ? urlOf(offset + limit) : null,
    previous: offset > 0 ? urlOf(Math.max(0, offset - limit)) : null,
    total_count: rows.length,
  }
  return toAnswer(200, { meta, objects: rows.slice(offset, offset + limit).map(toView) })
}
