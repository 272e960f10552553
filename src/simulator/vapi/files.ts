import { randomUUID } from 'node:crypto'
import { clock, nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asObject, asText, omit } from '../wire/json.ts'
import { ORG_ID } from './views.ts'
import type { SimulatorContext } from '../calls/context.ts'

/** Simulated seconds until a file is processed. */
const PROCESSING_SECONDS = 5

/** Vapi's files, for query tools. */
export function vapiFileRoutes(context: SimulatorContext): Route[] {
  const { vapiFiles } = context.tables
  const toView = (file: JsonObject) => ({ ...omit(file, 'text'), status: isProcessed(context, file) ? 'done' : 'processing' })
  const requireFile = (id: string) => {
    const file = vapiFiles.get(id)
    if (!file) throw new Refusal(404, 'File not found')
    return file
  }

  const listFiles = (purpose: string | null) =>
    vapiFiles
      .all()
      .toReversed()
      .filter((file) => purpose === null || file.purpose === purpose)

  async function upload({ body }: Request): Promise<Answer> {
    const { name, type, text } = asObject(body.file)
    if (typeof text !== 'string') throw new Refusal(400, 'file is required')
    const id = randomUUID()
    const now = clock.now().toISOString()
    const description = {
      object: 'file',
      purpose: asText(body.purpose) || undefined,
      name,
      originalName: name,
      mimetype: type,
      bytes: Buffer.byteLength(text),
      metadata: parseMetadata(asText(body.metadata)),
    }
    const file: JsonObject = { id, orgId: ORG_ID, createdAt: now, updatedAt: now, ...description, text }
    await vapiFiles.save(id, file)
    return { status: 201, body: toView(file) }
  }

  return [
    route('POST /file', upload, 'knowledge'),
    route('GET /file', ({ query }) => ({ status: 200, body: listFiles(query.get('purpose')).map(toView) })),
    route('GET /file/:id', ({ params }) => ({ status: 200, body: toView(requireFile(params.id!)) }), 'knowledge'),
    route(
      'DELETE /file/:id',
      async ({ params }) => {
        const file = requireFile(params.id!)
        await vapiFiles.remove(params.id!)
        return { status: 200, body: toView(file) }
      },
      'delete',
    ),
  ]
}

/** The texts that an assistant can find with its query tools, those of its model and those that a call appends. */
export function vapiKnowledgeOf(context: SimulatorContext, config: JsonObject): string[] {
  const tools = [...asList(asObject(config.model).tools), ...asList(config['tools:append'])].map(asObject)
  const bases = tools.filter(({ type }) => type === 'query').flatMap(({ knowledgeBases }) => asList(knowledgeBases).map(asObject))
  const files = bases.flatMap(({ fileIds }) => asList(fileIds).map((id) => context.tables.vapiFiles.get(asText(id)) ?? {}))
  return files.flatMap((file) => (file.id && isProcessed(context, file) ? asText(file.text) : []))
}

const isProcessed = ({ speed }: SimulatorContext, { createdAt }: JsonObject) => nowMs() - Date.parse(asText(createdAt)) >= (PROCESSING_SECONDS * 1000) / speed

function parseMetadata(json: string): JsonObject | undefined {
  if (!json) return undefined
  try {
    return asObject(JSON.parse(json))
  } catch {
    throw new Refusal(400, 'metadata must be JSON')
  }
}
