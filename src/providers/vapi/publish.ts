import type { Vapi } from '@vapi-ai/server-sdk'
import { z } from 'zod'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { nullIfNotFound, saveOrUndo } from '../outcomes.ts'
import type { ResourceLocator, PublishedAgent } from '../provider.ts'
import { listAll } from './pages.ts'

const Assistant = z.object({ id: z.string().min(1), latestVersion: z.string().nullish() })
const ListedAssistant = z.object({ id: z.string().min(1), createdAt: field.text, metadata: field.of(z.object({ callwright_tag: field.text })) })

type Save = (refs: Partial<PublishedAgent>) => Promise<void>

/**
 * Makes the assistant, or replaces it where it is: an update is live at once. After an interruption the assistants with
 * our tag are looked for, one of them is used and the others are deleted.
 */
export async function publishToVapi(send: Send, assistant: Vapi.CreateAssistantDto, place: ResourceLocator, save: Save): Promise<PublishedAgent> {
  const known = place.refs.providerAgentId
  const tagged = place.mayHaveOrphans ? await findTaggedAssistants(send, place.tag) : []
  for (const id of new Set([...(known ? [known] : []), ...tagged])) {
    const agent = await updateAssistant(send, id, assistant)
    if (!agent) continue
    await save(agent)
    for (const other of tagged) if (other !== id) await deleteAssistant(send, other)
    return agent
  }
  const agent = toPublishedAgent((await send({ method: 'POST', path: '/assistant', body: assistant, effect: 'create' })).body)
  await saveOrUndo(
    () => save(agent),
    () => deleteAssistant(send, agent.providerAgentId),
  )
  return agent
}

/** Deletes the assistant, and after an interruption all that carry its tag. */
export async function removeFromVapi(send: Send, { tag, refs, mayHaveOrphans }: ResourceLocator): Promise<void> {
  const known = refs.providerAgentId ? [refs.providerAgentId] : []
  const tagged = mayHaveOrphans ? await findTaggedAssistants(send, tag) : []
  for (const id of new Set([...known, ...tagged])) await deleteAssistant(send, id)
}

/** What a configuration leaves out would stay as it was before, so it is taken back in words. */
async function updateAssistant(send: Send, id: string, assistant: Vapi.CreateAssistantDto): Promise<PublishedAgent | null> {
  const body = { firstMessage: '', voicemailMessage: '', ...assistant }
  const reply = await nullIfNotFound(send({ method: 'PATCH', path: pathOf(id), body, effect: 'safe' }))
  return reply && toPublishedAgent(reply.body)
}

async function findTaggedAssistants(send: Send, tag: string): Promise<string[]> {
  const found: string[] = []
  for await (const { id, metadata } of listAll(send, '/assistant', ListedAssistant)) if (metadata?.callwright_tag === tag) found.push(id)
  return found
}

async function deleteAssistant(send: Send, id: string): Promise<void> {
  await nullIfNotFound(send({ method: 'DELETE', path: pathOf(id), effect: 'safe' }))
}

const pathOf = (id: string) => `/assistant/${encodeURIComponent(id)}`

function toPublishedAgent(body: unknown): PublishedAgent {
  const { id, latestVersion } = parseReply(Assistant, body)
  return { providerAgentId: id, version: latestVersion ?? null, refs: {} }
}
