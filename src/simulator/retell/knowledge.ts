import { randomBytes } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asNumber, asObject, asText, omit } from '../wire/json.ts'
import { requireRow } from './agents.ts'
import type { SimulatorContext } from '../calls/context.ts'

const MAX_NAME_LENGTH = 39
/** Simulated seconds until a knowledge base is processed. */
const PROCESSING_SECONDS = 5

/** Retell's knowledge bases: created from texts, processed for a while, then ready. */
export function retellKnowledgeRoutes(context: SimulatorContext): Route[] {
  const { retellKnowledge } = context.tables
  const toView = (base: JsonObject) => ({
    ...omit(base, 'texts', 'createdAt'),
    status: isProcessed(context, base) ? 'complete' : 'in_progress',
    knowledge_base_sources: isProcessed(context, base) ? asList(base.texts).map((text, index) => toSource(base, asObject(text), index)) : [],
  })

  async function createBase({ body }: Request): Promise<Answer> {
    const name = asText(body.knowledge_base_name)
    if (!name || name.length > MAX_NAME_LENGTH) throw new Refusal(400, `knowledge_base_name must have 1 to ${MAX_NAME_LENGTH} characters`)
    const id = `knowledge_base_${randomBytes(8).toString('hex')}`
    const base = { knowledge_base_id: id, knowledge_base_name: name, texts: parseTexts(asText(body.knowledge_base_texts)), createdAt: nowMs() }
    await retellKnowledge.save(id, base)
    return { status: 201, body: toView(base) }
  }

  return [
    route('POST /create-knowledge-base', createBase, 'knowledge'),
    route('GET /list-knowledge-bases', () => ({ status: 200, body: retellKnowledge.all().map(toView) })),
    route('GET /get-knowledge-base/:id', ({ params }) => ({ status: 200, body: toView(requireRow(retellKnowledge, params.id!)) }), 'knowledge'),
    route(
      'DELETE /delete-knowledge-base/:id',
      async ({ params }) => {
        requireRow(retellKnowledge, params.id!)
        await retellKnowledge.remove(params.id!)
        return { status: 204 }
      },
      'delete',
    ),
  ]
}

/** The texts of these knowledge bases that are ready. Throws Retell's refusal for an unknown one. */
export const retellKnowledgeOf = (context: SimulatorContext, ids: unknown): string[] =>
  asList(ids)
    .map((id) => requireRow(context.tables.retellKnowledge, asText(id)))
    .filter((base) => isProcessed(context, base))
    .flatMap(({ texts }) => asList(texts).map((text) => asText(asObject(text).text)))

const isProcessed = ({ speed }: SimulatorContext, { createdAt }: JsonObject) => nowMs() - asNumber(createdAt, 0) >= (PROCESSING_SECONDS * 1000) / speed

/** Parses the field's JSON: a list of texts with titles. */
function parseTexts(field: string): JsonObject[] {
  try {
    const texts = asList(JSON.parse(field || '[]')).map(asObject)
    if (texts.every(({ title, text }) => asText(title) && asText(text))) return texts
  } catch {}
  throw new Refusal(400, 'knowledge_base_texts must be a list of texts with a title')
}

const toSource = ({ knowledge_base_id }: JsonObject, { title }: JsonObject, index: number) => ({
  type: 'text',
  source_id: `${asText(knowledge_base_id)}_source_${index}`,
  title,
  content_url: 'https://simulated.invalid/text',
})
