import { randomBytes } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asNumber, asObject, asText } from '../wire/json.ts'
import { matchesQuery, toListedAgent, pageOptionsOf, toPage } from './lists.ts'
import { isInvalidVoice, isUnavailableVoice } from '../calls/scenario.ts'
import type { Table, VersionedResource } from '../calls/tables.ts'
import type { SimulatorContext } from '../calls/context.ts'

export const UNKNOWN_ASSET = 'Cannot find requested asset under given api key.'
const VERSION_FIELDS = ['version_title', 'version_description'] as const

/** Retell's LLMs and agents: drafts can be edited, published versions are frozen. */
export function retellAgentRoutes({ tables: { llms, agents, retellKnowledge } }: SimulatorContext): Route[] {
  const toLlmView = (llm: VersionedResource, version: number) => ({ ...toView(llm, version), llm_id: llm.id })
  const toAgentView = (agent: VersionedResource, version: number) => ({
    ...toView(agent, version),
    agent_id: agent.id,
    base_version: agent.bases[version] ?? null,
  })

  const checkLlm = (body: JsonObject) => {
    checkModel(body)
    for (const id of asList(body.knowledge_base_ids)) requireRow(retellKnowledge, asText(id))
  }

  async function createLlm({ body }: Request): Promise<Answer> {
    checkLlm(body)
    const llm = createVersioned('llm', body)
    await llms.save(llm.id, llm)
    return { status: 201, body: toLlmView(llm, 0) }
  }

  async function createAgent({ body }: Request): Promise<Answer> {
    const engine = asObject(body.response_engine)
    if (!engine.type) throw new Refusal(400, 'response_engine is required')
    checkVoice(body, true)
    if (engine.type === 'retell-llm') requireRow(llms, asText(engine.llm_id))
    const agent = createVersioned('agent', { ...body, response_engine: { version: 0, ...engine } })
    await agents.save(agent.id, agent)
    return { status: 201, body: toAgentView(agent, 0) }
  }

  /** Creates a draft of the agent, and a draft of its LLM. */
  async function createVersion({ params, body }: Request): Promise<Answer> {
    const agent = requireRow(agents, params.id!, 404)
    const base = asNumber(body.base_version, -1)
    const draft = agent.versions[base]
    if (!draft) throw new Refusal(404, `Version ${base} not found`)
    const engine = asObject(draft.response_engine)
    const llm = llms.get(asText(engine.llm_id))
    if (llm) await llms.save(llm.id, addVersion(llm, { ...llm.versions[asNumber(engine.version, 0)] }, asNumber(engine.version, 0)))
    const response_engine = llm ? { ...engine, version: llm.versions.length - 1 } : engine
    await agents.save(agent.id, addVersion(agent, { ...draft, response_engine }, base))
    return { status: 201, body: toAgentView(agent, agent.versions.length - 1) }
  }

  async function publishVersion({ params, body }: Request): Promise<Answer> {
    const agent = requireRow(agents, params.id!, 404)
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
    const agent = requireRow(agents, request.params.id!, 404)
    const { items, ...rest } = toPage(
      agent.versions.map((body, version) => ({ id: String(version), body, version })),
      pageOptionsOf(request),
    )
    return { status: 200, body: { ...rest, items: items.map(({ body, version }) => toListedVersion(agent, body, version)) } }
  }

  function listAgents(request: Request): Answer {
    const { query, channel } = asObject(request.body.filter_criteria)
    const matching = asObject(channel).value === 'chat' ? [] : agents.all().filter((agent) => matchesQuery(agent, asText(query)))
    const { items, ...rest } = toPage(matching, pageOptionsOf(request))
    return { status: 200, body: { ...rest, items: items.map(toListedAgent) } }
  }

  function listLlms(request: Request): Answer {
    const { items, ...rest } = toPage(llms.all(), pageOptionsOf(request))
    return { status: 200, body: { ...rest, items: items.map((llm) => toLlmView(llm, llm.versions.length - 1)) } }
  }

  async function deleteLlm({ params, query }: Request): Promise<Answer> {
    const llm = requireRow(llms, params.id!)
    const isInUse = agents.all().some(({ versions }) => versions.some((version) => asObject(version.response_engine).llm_id === llm.id))
    if (isInUse && query.get('force_delete') !== 'true') throw new Refusal(400, 'Cannot delete a Retell LLM that is still used by an agent.')
    await llms.remove(llm.id)
    return { status: 204 }
  }

  async function deleteAgent({ params }: Request): Promise<Answer> {
    await agents.remove(requireRow(agents, params.id!).id)
    return { status: 204 }
  }

  return [
    route('POST /create-retell-llm', createLlm),
    ...versionedRoutes('retell-llm', llms, toLlmView, checkLlm),
    route('GET /v2/list-retell-llms', listLlms),
    route('DELETE /delete-retell-llm/:id', deleteLlm, 'delete'),
    route('POST /create-agent', createAgent),
    ...versionedRoutes('agent', agents, toAgentView, (body) => checkVoice(body, false)),
    route('POST /v2/list-agents', listAgents),
    route('DELETE /delete-agent/:id', deleteAgent, 'delete'),
    route('POST /create-agent-version/:id', createVersion),
    route('POST /publish-agent-version/:id', publishVersion, 'publish'),
    route('GET /list-agent-versions/:id', listVersions),
  ]
}

/** Get and update routes, shared by LLMs and agents. */
function versionedRoutes(
  noun: string,
  table: Table<VersionedResource>,
  toView: (resource: VersionedResource, version: number) => unknown,
  check: (body: JsonObject) => void,
): Route[] {
  const requireVersion = ({ params, query }: Request) => {
    const resource = requireRow(table, params.id!)
    const version = query.has('version') ? Number(query.get('version')) : resource.versions.length - 1
    if (!resource.versions[version]) throw new Refusal(422, UNKNOWN_ASSET)
    return { resource, version }
  }
  return [
    route(`GET /get-${noun}/:id`, (request) => {
      const { resource, version } = requireVersion(request)
      return { status: 200, body: toView(resource, version) }
    }),
    route(`PATCH /update-${noun}/:id`, async (request) => {
      const { resource, version } = requireVersion(request)
      if (resource.published.includes(version)) throw new Refusal(400, `Cannot update a published version of ${noun}`)
      check(request.body)
      resource.versions[version] = { ...resource.versions[version], ...request.body }
      resource.modifiedAt = nowMs()
      await table.save(resource.id, resource)
      return { status: 200, body: toView(resource, version) }
    }),
  ]
}

/** Returns a row. Throws Retell's refusal if it does not exist: 422, on version routes 404. */
export function requireRow<Row>(table: Table<Row>, id: string, status = 422): Row {
  const row = table.get(id)
  if (!row) throw new Refusal(status, UNKNOWN_ASSET)
  return row
}

const createVersioned = (prefix: string, body: JsonObject): VersionedResource => ({
  id: `${prefix}_${randomBytes(14).toString('hex')}`,
  versions: [body],
  bases: [null],
  published: [],
  createdAt: nowMs(),
  modifiedAt: nowMs(),
})

function addVersion(resource: VersionedResource, body: JsonObject, base: number): VersionedResource {
  resource.versions.push(body)
  resource.bases.push(base)
  resource.modifiedAt = nowMs()
  return resource
}

const toView = (resource: VersionedResource, version: number): JsonObject => ({
  ...resource.versions[version],
  version,
  is_published: resource.published.includes(version),
  last_modification_timestamp: resource.modifiedAt,
})

const toListedVersion = (agent: VersionedResource, body: JsonObject, version: number): JsonObject => ({
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
