import { randomBytes } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asNumber, asObject, asText } from '../wire/json.ts'
import { isNamed, listedAgent, pagedBy, pageOf } from './lists.ts'
import { isInvalidVoice, isUnavailableVoice } from '../calls/scenario.ts'
import type { Table, VersionedResource } from '../calls/tables.ts'
import type { SimulatorContext } from '../calls/context.ts'

export const UNKNOWN_ASSET = 'Cannot find requested asset under given api key.'
const VERSION_FIELDS = ['version_title', 'version_description'] as const

/** Retell's LLMs and agents: drafts that are edited, versions that are published and then frozen. */
export function retellAgentRoutes({ tables: { llms, agents, retellKnowledge } }: SimulatorContext): Route[] {
  const llmView = (llm: VersionedResource, version: number) => ({ ...view(llm, version), llm_id: llm.id })
  const agentView = (agent: VersionedResource, version: number) => ({ ...view(agent, version), agent_id: agent.id, base_version: agent.bases[version] ?? null })

  const checkLlm = (body: JsonObject) => {
    checkModel(body)
    for (const id of asList(body.knowledge_base_ids)) found(retellKnowledge, asText(id))
  }

  async function createLlm({ body }: Request): Promise<Answer> {
    checkLlm(body)
    const llm = newVersioned('llm', body)
    await llms.save(llm.id, llm)
    return { status: 201, body: llmView(llm, 0) }
  }

  async function createAgent({ body }: Request): Promise<Answer> {
    const engine = asObject(body.response_engine)
    if (!engine.type) throw new Refusal(400, 'response_engine is required')
    checkVoice(body, true)
    if (engine.type === 'retell-llm') found(llms, asText(engine.llm_id))
    const agent = newVersioned('agent', { ...body, response_engine: { version: 0, ...engine } })
    await agents.save(agent.id, agent)
    return { status: 201, body: agentView(agent, 0) }
  }

  /** A new draft of the agent, and with it one of its LLM. */
  async function createVersion({ params, body }: Request): Promise<Answer> {
    const agent = found(agents, params.id!, 404)
    const base = asNumber(body.base_version, -1)
    const draft = agent.versions[base]
    if (!draft) throw new Refusal(404, `Version ${base} not found`)
    const engine = asObject(draft.response_engine)
    const llm = llms.get(asText(engine.llm_id))
    if (llm) await llms.save(llm.id, withVersion(llm, { ...llm.versions[asNumber(engine.version, 0)] }, asNumber(engine.version, 0)))
    const response_engine = llm ? { ...engine, version: llm.versions.length - 1 } : engine
    await agents.save(agent.id, withVersion(agent, { ...draft, response_engine }, base))
    return { status: 201, body: agentView(agent, agent.versions.length - 1) }
  }

  async function publishVersion({ params, body }: Request): Promise<Answer> {
    const agent = found(agents, params.id!, 404)
    const version = asNumber(body.version, -1)
    const draft = agent.versions[version]
    if (!draft) throw new Refusal(404, `Version ${version} not found`)
    if (agent.published.includes(version)) throw new Refusal(422, `Version ${version} is already published`)
    for (const field of VERSION_FIELDS) if (body[field] !== undefined) draft[field] = body[field]
    agent.published.push(version)
    const engine = asObject(draft.response_engine)
    const llm = llms.get(asText(engine.llm_id))
    if (llm) {
      llm.published = [...new Set([...llm.published, asNumber(engine.version, 0)])]
      await llms.save(llm.id, llm)
    }
    await agents.save(agent.id, agent)
    return { status: 200 }
  }

  function listVersions(request: Request): Answer {
    const agent = found(agents, request.params.id!, 404)
    const { items, ...rest } = pageOf(
      agent.versions.map((body, version) => ({ id: String(version), body, version })),
      pagedBy(request),
    )
    return { status: 200, body: { ...rest, items: items.map(({ body, version }) => listedVersion(agent, body, version)) } }
  }

  function listAgents(request: Request): Answer {
    const { query, channel } = asObject(request.body.filter_criteria)
    const chosen = asObject(channel).value === 'chat' ? [] : agents.all().filter((agent) => isNamed(agent, asText(query)))
    const { items, ...rest } = pageOf(chosen, pagedBy(request))
    return { status: 200, body: { ...rest, items: items.map(listedAgent) } }
  }

  function listLlms(request: Request): Answer {
    const { items, ...rest } = pageOf(llms.all(), pagedBy(request))
    return { status: 200, body: { ...rest, items: items.map((llm) => llmView(llm, llm.versions.length - 1)) } }
  }

  async function deleteLlm({ params, query }: Request): Promise<Answer> {
    const llm = found(llms, params.id!)
    const isUsed = agents.all().some(({ versions }) => versions.some((version) => asObject(version.response_engine).llm_id === llm.id))
    if (isUsed && query.get('force_delete') !== 'true') throw new Refusal(400, 'Cannot delete a Retell LLM that is still used by an agent.')
    await llms.remove(llm.id)
    return { status: 204 }
  }

  async function deleteAgent({ params }: Request): Promise<Answer> {
    await agents.remove(found(agents, params.id!).id)
    return { status: 204 }
  }

  return [
    route('POST /create-retell-llm', createLlm),
    ...versionedRoutes('retell-llm', llms, llmView, checkLlm),
    route('GET /v2/list-retell-llms', listLlms),
    route('DELETE /delete-retell-llm/:id', deleteLlm, 'delete'),
    route('POST /create-agent', createAgent),
    ...versionedRoutes('agent', agents, agentView, (body) => checkVoice(body, false)),
    route('POST /v2/list-agents', listAgents),
    route('DELETE /delete-agent/:id', deleteAgent, 'delete'),
    route('POST /create-agent-version/:id', createVersion),
    route('POST /publish-agent-version/:id', publishVersion, 'publish'),
    route('GET /list-agent-versions/:id', listVersions),
  ]
}

/** Get and update, which LLMs and agents share. */
function versionedRoutes(
  noun: string,
  table: Table<VersionedResource>,
  show: (one: VersionedResource, version: number) => unknown,
  check: (body: JsonObject) => void,
): Route[] {
  const addressed = ({ params, query }: Request) => {
    const one = found(table, params.id!)
    const version = query.has('version') ? Number(query.get('version')) : one.versions.length - 1
    if (!one.versions[version]) throw new Refusal(422, UNKNOWN_ASSET)
    return { one, version }
  }
  return [
    route(`GET /get-${noun}/:id`, (request) => {
      const { one, version } = addressed(request)
      return { status: 200, body: show(one, version) }
    }),
    route(`PATCH /update-${noun}/:id`, async (request) => {
      const { one, version } = addressed(request)
      if (one.published.includes(version)) throw new Refusal(400, `Cannot update a published version of ${noun}`)
      check(request.body)
      one.versions[version] = { ...one.versions[version], ...request.body }
      one.modifiedAt = nowMs()
      await table.save(one.id, one)
      return { status: 200, body: show(one, version) }
    }),
  ]
}

/** The row, or Retell's refusal for what it does not know: 422, on version routes 404. */
export function found<Row>(table: Table<Row>, id: string, status = 422): Row {
  const row = table.get(id)
  if (!row) throw new Refusal(status, UNKNOWN_ASSET)
  return row
}

const newVersioned = (prefix: string, body: JsonObject): VersionedResource => ({
  id: `${prefix}_${randomBytes(14).toString('hex')}`,
  versions: [body],
  bases: [null],
  published: [],
  createdAt: nowMs(),
  modifiedAt: nowMs(),
})

function withVersion(one: VersionedResource, body: JsonObject, base: number): VersionedResource {
  one.versions.push(body)
  one.bases.push(base)
  one.modifiedAt = nowMs()
  return one
}

const view = (one: VersionedResource, version: number): JsonObject => ({
  ...one.versions[version],
  version,
  is_published: one.published.includes(version),
  last_modification_timestamp: one.modifiedAt,
})

const listedVersion = (agent: VersionedResource, body: JsonObject, version: number): JsonObject => ({
  version,
  is_published: agent.published.includes(version),
  last_modification_timestamp: agent.modifiedAt,
  ...(agent.bases[version] === null ? {} : { base_version: agent.bases[version] }),
  ...Object.fromEntries(VERSION_FIELDS.filter((field) => field in body).map((field) => [field, body[field]])),
})

function checkModel({ model }: JsonObject): void {
  if (model && !/^(gpt|claude|gemini)-/.test(asText(model))) throw new Refusal(400, `model ${asText(model)} is not supported`)
}

function checkVoice({ voice_id }: JsonObject, required: boolean): void {
  if (required && !voice_id) throw new Refusal(400, 'voice_id is required')
  if (isInvalidVoice(asText(voice_id))) throw new Refusal(422, `Voice ${asText(voice_id)} not found`)
  if (isUnavailableVoice(asText(voice_id))) throw new Refusal(503, 'The voice provider is not available at the moment.')
}
