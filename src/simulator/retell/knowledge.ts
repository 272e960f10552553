import { randomBytes } from 'node:crypto'
import { nowMs } from '../../kernel/lib/clock.ts'
import type { JsonObject } from '../../providers/provider.ts'
import { type Answer, Refusal, type Request, type Route, route } from '../wire/http.ts'
import { asList, asNumber, asObject, asText, without } from '../wire/json.ts'
import { found } from './agents.ts'
import type { SimulatorContext } from '../calls/context.ts'

const MAX_NAME_LENGTH = 39
/** Simulated seconds until a knowledge base has been read. */
const READING_SECONDS = 5

/** Retell's knowledge bases: made of texts, read for a while, then ready. */
export function retellKnowledgeRoutes(context: SimulatorContext): Route[] {
  const { retellKnowledge } = context.tables
  const shown = (base: JsonObject) => ({
    ...without(base, 'texts', 'createdAt'),
    status: isRead(context, base) ? 'complete' : 'in_progress',
    knowledge_base_sources: isRead(context, base) ? asList(base.texts).map((text, index) => sourceOf(base, asObject(text), index)) : [],
  })

  async function create({ body }: Request): Promise<Answer> {
    const name = asText(body.knowledge_base_name)
    if (!name || name.length > MAX_NAME_LENGTH) throw new Refusal(400, `knowledge_base_name must have 1 to ${MAX_NAME_LENGTH} characters`)
    const id = `knowledge_base_${randomBytes(8).toString('hex')}`
    const base = { knowledge_base_id: id, knowledge_base_name: name, texts: textsOf(asText(body.knowledge_base_texts)), createdAt: nowMs() }
    await retellKnowledge.save(id, base)
    return { status: 201, body: shown(base) }
  }

  return [
    route('POST /create-knowledge-base', create, 'knowledge'),
    route('GET /list-knowledge-bases', () => ({ status: 200, body: retellKnowledge.all().map(shown) })),
    route('GET /get-knowledge-base/:id', ({ params }) => ({ status: 200, body: shown(found(retellKnowledge, params.id!)) }), 'knowledge'),
    route(
      'DELETE /delete-knowledge-base/:id',
      async ({ params }) => {
        found(retellKnowledge, params.id!)
        await retellKnowledge.remove(params.id!)
        return { status: 204 }
      },
      'delete',
    ),
  ]
}

/** What an agent that may look into these knowledge bases can find there. Throws Retell's refusal of one it does not know. */
export const retellKnown = (context: SimulatorContext, ids: unknown): string[] =>
  asList(ids)
    .map((id) => found(context.tables.retellKnowledge, asText(id)))
    .filter((base) => isRead(context, base))
    .flatMap(({ texts }) => asList(texts).map((text) => asText(asObject(text).text)))

const isRead = ({ speed }: SimulatorContext, { createdAt }: JsonObject) => nowMs() - asNumber(createdAt, 0) >= (READING_SECONDS * 1000) / speed

/** One field of JSON: a list of texts, each with its title. */
function textsOf(field: string): JsonObject[] {
  try {
    const texts = asList(JSON.parse(field || '[]')).map(asObject)
    if (texts.every(({ title, text }) => asText(title) && asText(text))) return texts
  } catch {}
  throw new Refusal(400, 'knowledge_base_texts must be a list of texts with a title')
}

const sourceOf = ({ knowledge_base_id }: JsonObject, { title }: JsonObject, index: number) => ({
  type: 'text',
  source_id: `${asText(knowledge_base_id)}_source_${index}`,
  title,
  content_url: 'https://simulated.invalid/text',
})
