import { randomUUID } from 'node:crypto'
import { clock, nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asObject, asText, without } from '../wire/json.ts'
import { ORG_ID } from './views.ts'
import type { SimulatorContext } from '../calls/context.ts'

/** Simulated seconds until a file has been read. */
const READING_SECONDS = 5

/** Vapi's files, for query tools to look into. */
export function vapiFileRoutes(context: SimulatorContext): Route[] {
  const { vapiFiles } = context.tables
  const shown = (file: JsonObject) => ({ ...without(file, 'text'), status: isRead(context, file) ? 'done' : 'processing' })
  const found = (id: string) => {
    const file = vapiFiles.get(id)
    if (!file) throw new Refusal(404, 'File not found')
    return file
  }

  const listed = (purpose: string | null) =>
    vapiFiles
      .all()
      .toReversed()
      .filter((file) => purpose === null || file.purpose === purpose)

  async function upload({ body }: Request): Promise<Answer> {
    const { name, type, text } = asObject(body.file)
    if (typeof text !== 'string') throw new Refusal(400, 'file is required')
    const id = randomUUID()
    const now = clock.now().toISOString()
    const about = {
      object: 'file',
      purpose: asText(body.purpose) || undefined,
      name,
      originalName: name,
      mimetype: type,
      bytes: Buffer.byteLength(text),
      metadata: metadataOf(asText(body.metadata)),
    }
    const file: JsonObject = { id, orgId: ORG_ID, createdAt: now, updatedAt: now, ...about, text }
    await vapiFiles.save(id, file)
    return { status: 201, body: shown(file) }
  }

  return [
    route('POST /file', upload, 'knowledge'),
    route('GET /file', ({ query }) => ({ status: 200, body: listed(query.get('purpose')).map(shown) })),
    route('GET /file/:id', ({ params }) => ({ status: 200, body: shown(found(params.id!)) }), 'knowledge'),
    route(
      'DELETE /file/:id',
      async ({ params }) => {
        const file = found(params.id!)
        await vapiFiles.remove(params.id!)
        return { status: 200, body: shown(file) }
      },
      'delete',
    ),
  ]
}

/** What an assistant can find with its query tools, those of its model and those that a call appends. */
export function vapiKnown(context: SimulatorContext, config: JsonObject): string[] {
  const tools = [...asList(asObject(config.model).tools), ...asList(config['tools:append'])].map(asObject)
  const bases = tools.filter(({ type }) => type === 'query').flatMap(({ knowledgeBases }) => asList(knowledgeBases).map(asObject))
  const files = bases.flatMap(({ fileIds }) => asList(fileIds).map((id) => context.tables.vapiFiles.get(asText(id)) ?? {}))
  return files.flatMap((file) => (file.id && isRead(context, file) ? asText(file.text) : []))
}

const isRead = ({ speed }: SimulatorContext, { createdAt }: JsonObject) => nowMs() - Date.parse(asText(createdAt)) >= (READING_SECONDS * 1000) / speed

function metadataOf(json: string): JsonObject | undefined {
  if (!json) return undefined
  try {
    return asObject(JSON.parse(json))
  } catch {
    throw new Refusal(400, 'metadata must be JSON')
  }
}
