import type { JsonObject } from '../../providers/provider.ts'
import { Refusal, type Request } from '../wire/http.ts'
import { asText } from '../wire/json.ts'
import type { VersionedResource } from '../calls/tables.ts'

const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 1000

/** Page options of a Retell list, in the body or in the query. */
interface PageOptions {
  limit?: unknown
  skip?: unknown
  pagination_key?: unknown
  sort_order?: unknown
}

/**
 * Returns one page of rows that are in the order of creation: newest first unless requested otherwise, after the row with the ID
 * `pagination_key`.
 */
export function toPage<Row extends { id: string }>(rows: Row[], { limit, skip, pagination_key, sort_order }: PageOptions) {
  const ordered = sort_order === 'ascending' ? rows : rows.toReversed()
  const cursorIndex = pagination_key == null ? -1 : ordered.findIndex((row) => row.id === pagination_key)
  if (pagination_key != null && cursorIndex < 0) throw new Refusal(400, 'pagination_key is not valid')
  const size = Math.min(MAX_PAGE_SIZE, parseInteger('limit', limit, DEFAULT_PAGE_SIZE))
  const first = Math.max(cursorIndex + 1, parseInteger('skip', skip, 0))
  const items = ordered.slice(first, first + size)
  const has_more = first + items.length < ordered.length
  return { items, has_more, ...(has_more && items.length > 0 ? { pagination_key: items.at(-1)!.id } : {}) }
}

export const pageOptionsOf = ({ query }: Request): PageOptions => Object.fromEntries(query)

function parseInteger(name: string, value: unknown, fallback: number): number {
  if (value == null) return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0) throw new Refusal(400, `${name} must be a whole number`)
  return number
}

/** An agent as Retell lists it, with the name of its latest version. */
export const toListedAgent = (agent: VersionedResource): JsonObject => ({
  agent_id: agent.id,
  agent_name: nameOf(agent),
  channel: 'voice',
  tags: {},
  user_modified_timestamp: agent.modifiedAt,
})

/** Whether the agent's name, in any case, or its ID contains the text. */
export const matchesQuery = (agent: VersionedResource, text: string): boolean =>
  nameOf(agent).toLowerCase().includes(text.toLowerCase()) || agent.id.includes(text)

const nameOf = (agent: VersionedResource) => asText(agent.versions.at(-1)?.agent_name)
