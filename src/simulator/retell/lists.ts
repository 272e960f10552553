import type { JsonObject } from '../../providers/provider.ts'
import { Refusal, type Request } from '../wire/http.ts'
import { asText } from '../wire/json.ts'
import type { VersionedResource } from '../calls/tables.ts'

const PAGE = 50
const LARGEST_PAGE = 1000

/** What a Retell list is asked for, in the body or in the address. */
interface Wanted {
  limit?: unknown
  skip?: unknown
  pagination_key?: unknown
  sort_order?: unknown
}

/** One page of what was made in that order: the newest first unless asked otherwise, after the one that `pagination_key` names. */
export function pageOf<Row extends { id: string }>(made: Row[], { limit, skip, pagination_key, sort_order }: Wanted) {
  const ordered = sort_order === 'ascending' ? made : made.toReversed()
  const last = pagination_key == null ? -1 : ordered.findIndex((row) => row.id === pagination_key)
  if (pagination_key != null && last < 0) throw new Refusal(400, 'pagination_key is not valid')
  const size = Math.min(LARGEST_PAGE, wholeNumber('limit', limit, PAGE))
  const first = Math.max(last + 1, wholeNumber('skip', skip, 0))
  const items = ordered.slice(first, first + size)
  const has_more = first + items.length < ordered.length
  return { items, has_more, ...(has_more && items.length > 0 ? { pagination_key: items.at(-1)!.id } : {}) }
}

export const pagedBy = ({ query }: Request): Wanted => Object.fromEntries(query)

function wholeNumber(name: string, value: unknown, fallback: number): number {
  if (value == null) return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < 0) throw new Refusal(400, `${name} must be a whole number`)
  return number
}

/** An agent as Retell lists it: by the name of its latest version. */
export const listedAgent = (agent: VersionedResource): JsonObject => ({
  agent_id: agent.id,
  agent_name: nameOf(agent),
  channel: 'voice',
  tags: {},
  user_modified_timestamp: agent.modifiedAt,
})

/** Whether the agent's name or id holds the text; of the name, in any case. */
export const isNamed = (agent: VersionedResource, text: string): boolean => nameOf(agent).toLowerCase().includes(text.toLowerCase()) || agent.id.includes(text)

const nameOf = (agent: VersionedResource) => asText(agent.versions.at(-1)?.agent_name)
