import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { isNamedWith, shortMarkOf } from '../resourceMarks.ts'

/** Default variable that holds the tag of an LLM. Retell returns it in lists, and prompts do not use it. */
export const TAG_VARIABLE = 'callwright_tag'

/** Small, because Retell lists LLMs with prompt and tools, and responses have a size limit. */
const LLM_PAGE_SIZE = 20
const AGENT_PAGE_SIZE = 100

/** Returns the version description, which holds the whole tag. The agent's name has only a part of it. */
export const versionDescriptionOf = (tag: string) => `Callwright ${tag}`

const Agent = z.object({ agent_id: z.string(), agent_name: field.text })
const AgentVersion = z.object({ version_description: field.text })
const Llm = z.object({ llm_id: z.string(), default_dynamic_variables: field.object })

export interface TaggedResources {
  agents: string[]
  llms: string[]
}

/** Finds the IDs of all agents and LLMs with the tag. */
export async function findTagged(send: Send, tag: string): Promise<TaggedResources> {
  const search = { filter_criteria: { query: shortMarkOf(tag) } }
  const namedIds = (
    await readAllPages(Agent, AGENT_PAGE_SIZE, (query) => send({ method: 'POST', path: `/v2/list-agents?${query}`, json: search, effect: 'safe' }))
  )
    .filter(({ agent_name }) => isNamedWith(agent_name, tag))
    .map(({ agent_id }) => agent_id)
  const agents: string[] = []
  for (const id of namedIds) if (await hasTag(send, id, tag)) agents.push(id)
  const llms = await readAllPages(Llm, LLM_PAGE_SIZE, (query) => send({ method: 'GET', path: `/v2/list-retell-llms?${query}`, effect: 'safe' }))
  return { agents, llms: llms.filter((llm) => llm.default_dynamic_variables?.[TAG_VARIABLE] === tag).map(({ llm_id }) => llm_id) }
}

/** Whether an agent whose name matches has the tag. If its version has a description of ours, that must contain the whole tag. */
async function hasTag(send: Send, agentId: string, tag: string): Promise<boolean> {
  const reply = await nullIfNotFound(send({ method: 'GET', path: `/get-agent/${agentId}`, effect: 'safe' }))
  const description = reply && parseReply(AgentVersion, reply.body).version_description
  return reply !== null && (!description?.startsWith(versionDescriptionOf('')) || description === versionDescriptionOf(tag))
}

/** Reads all pages of a list. */
async function readAllPages<Item extends z.ZodType>(item: Item, limit: number, get: (query: string) => ReturnType<Send>): Promise<z.output<Item>[]> {
  const Page = z.object({ items: z.array(item), has_more: field.flag, pagination_key: field.text })
  const items: z.output<Item>[] = []
  const keys = new Set<string | null>()
  for (let key: string | null = null; !keys.has(key);) {
    keys.add(key)
    const { body } = await get(`limit=${limit}${key === null ? '' : `&pagination_key=${encodeURIComponent(key)}`}`)
    const page: z.output<typeof Page> = parseReply(Page, body)
    items.push(...page.items)
    if (page.has_more) key = page.pagination_key
  }
  return items
}
