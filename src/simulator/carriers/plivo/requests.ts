import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../providers/provider.ts'
import { type Answer, Refusal, type Request } from '../../wire/http.ts'

/** Every answer of Plivo's carries an id of the request. */
export const answer = (status: number, body: JsonObject): Answer => ({ status, body: { api_id: randomUUID(), ...body } })

/** The fields of a request. Throws a Refusal for what is not JSON, and for fields that Plivo does not know. */
export function fieldsOf({ headers, body }: Request, known: readonly string[]): JsonObject {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw new Refusal(400, 'Content-Type must be application/json')
  const unknown = Object.keys(body).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Refusal(400, `${unknown} is not a valid parameter`)
  return body
}

const LARGEST_PAGE = 20

/** A page of a list, of at most 20. Throws a Refusal. */
export function pageOf<Row>({ query, path }: Request, rows: Row[], view: (row: Row) => JsonObject): Answer {
  const [limit, offset] = [Number(query.get('limit') ?? LARGEST_PAGE), Number(query.get('offset') ?? 0)]
  if (!(limit >= 1 && limit <= LARGEST_PAGE) || !(offset >= 0)) throw new Refusal(400, `limit must be between 1 and ${LARGEST_PAGE}`)
  const at = (start: number) => `${path.replace('/carriers/api.plivo.com', '')}?limit=${limit}&offset=${start}`
  const meta = {
    limit,
    offset,
    next: offset + limit < rows.length ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    total_count: rows.length,
  }
  return answer(200, { meta, objects: rows.slice(offset, offset + limit).map(view) })
}
