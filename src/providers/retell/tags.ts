import { z } from 'zod'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { isNamedWith, shortMark } from '../resourceMarks.ts'
import { nullIfNotFound } from '../outcomes.ts'

/** Holds the tag of an LLM: Retell gives these back in its list, and prompts do not use this one. */
export const TAG_VARIABLE = 'callwright_tag'

/** LLMs come whole, prompt and tools included: a page of them must fit into an answer. */
const LLM_PAGE_SIZE = 20
const AGENT_PAGE_SIZE = 100

/** What is noted with a version, to be sure. */
export const versionNoteOf = (tag: string) => `Callwright ${tag}`

const Agent = z.object({ agent_id: z.string(), agent_name: field.text })
const AgentVersion = z.object({ version_description: field.text })
const Llm = z.object({ llm_id: z.string(), default_dynamic_variables: field.object })

export interface TaggedResources {
  agents: string[]
  llms: string[]
}

/** Ids of all that carries the tag. */
export async function findTagged(send: Send, tag: string): Promise<TaggedResources> {
  const search = { filter_criteria: { query: shortMark(tag) } }
  const named = (
    await readAllPages(Agent, AGENT_PAGE_SIZE, (query) => send({ method: 'POST', path: `/v2/list-agents?${query}`, body: search, effect: 'safe' }))
  )
    .filter(({ agent_name }) => isNamedWith(agent_name, tag))
    .map(({ agent_id }) => agent_id)
  const agents: string[] = []
  for (const id of named) if (await isTagged(send, id, tag)) agents.push(id)
  const llms = await readAllPages(Llm, LLM_PAGE_SIZE, (query) => send({ method: 'GET', path: `/v2/list-retell-llms?${query}`, effect: 'safe' }))
  return { agents, llms: llms.filter((llm) => llm.default_dynamic_variables?.[TAG_VARIABLE] === tag).map(({ llm_id }) => llm_id) }
}

/** The name holds a part of the tag only; where a version has a note of ours, the whole must be in it. */
async function isTagged(send: Send, agentId: string, tag: string): Promise<boolean> {
  const found = await nullIfNotFound(send({ method: 'GET', path: `/get-agent/${agentId}`, effect: 'safe' }))
  const note = found && parseReply(AgentVersion, found.body).version_description
  return found !== null && (!note?.startsWith(versionNoteOf('')) || note === versionNoteOf(tag))
}

/** A list read to its end. */
async function readAllPages<Item extends z.ZodType>(item: Item, limit: number, get: (query: string) => ReturnType<Send>): Promise<z.output<Item>[]> {
  const Page = z.object({ items: z.array(item), has_more: field.flag, pagination_key: field.text })
  const all: z.output<Item>[] = []
  const keys = new Set<string | null>()
  for (let key: string | null = null; !keys.has(key);) {
    keys.add(key)
    const { body } = await get(`limit=${limit}${key === null ? '' : `&pagination_key=${encodeURIComponent(key)}`}`)
    const page: z.output<typeof Page> = parseReply(Page, body)
    all.push(...page.items)
    if (page.has_more) key = page.pagination_key
  }
  return all
}
