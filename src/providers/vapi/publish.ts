import type { Vapi } from '@vapi-ai/server-sdk'
import { z } from 'zod'
import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import { field } from '../../kernel/json/untrustedFields.ts'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'
import { saveOrUndo } from '../outcomes.ts'
import type { ResourceLocator, PublishedAgent } from '../provider.ts'
import { listAll } from './pages.ts'

const Assistant = z.object({ id: z.string().min(1), latestVersion: z.string().nullish() })
const ListedAssistant = z.object({ id: z.string().min(1), createdAt: field.text, metadata: field.of(z.object({ callwright_tag: field.text })) })

type Save = (refs: Partial<PublishedAgent>) => Promise<void>

/**
 * Creates the assistant, or replaces the existing one; new calls use it immediately. If the process dies before `save`, the next publish finds
 * the assistants with our tag, uses one of them, and deletes the others.
 */
export async function publishToVapi(send: Send, assistant: Vapi.CreateAssistantDto, locator: ResourceLocator, save: Save): Promise<PublishedAgent> {
  const savedId = locator.refs.providerAgentId
  const taggedIds = locator.mayHaveOrphans ? await findTaggedAssistants(send, locator.tag) : []
  for (const id of new Set([...(savedId ? [savedId] : []), ...taggedIds])) {
    const agent = await updateAssistant(send, id, assistant)
    if (!agent) continue
    await save(agent)
    for (const other of taggedIds) if (other !== id) await deleteAssistant(send, other)
    return agent
  }
  const agent = toPublishedAgent((await send({ method: 'POST', path: '/assistant', json: assistant, effect: 'change' })).body)
  await saveOrUndo(
    () => save(agent),
    () => deleteAssistant(send, agent.providerAgentId),
  )
  return agent
}

/** Deletes the assistant and, after an interruption, all others with its tag. */
export async function removeFromVapi(send: Send, { tag, refs, mayHaveOrphans }: ResourceLocator): Promise<void> {
  const savedIds = refs.providerAgentId ? [refs.providerAgentId] : []
  const taggedIds = mayHaveOrphans ? await findTaggedAssistants(send, tag) : []
  for (const id of new Set([...savedIds, ...taggedIds])) await deleteAssistant(send, id)
}

/** Updates the assistant; null if it is gone. Clears absent messages, which Vapi would keep otherwise. */
async function updateAssistant(send: Send, id: string, assistant: Vapi.CreateAssistantDto): Promise<PublishedAgent | null> {
  const body = { firstMessage: '', voicemailMessage: '', ...assistant }
  const reply = await nullIfNotFound(send({ method: 'PATCH', path: pathOf(id), json: body, effect: 'safe' }))
  return reply && toPublishedAgent(reply.body)
}

async function findTaggedAssistants(send: Send, tag: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { id, metadata } of listAll(send, '/assistant', ListedAssistant)) if (metadata?.callwright_tag === tag) ids.push(id)
  return ids
}

async function deleteAssistant(send: Send, id: string): Promise<void> {
  await nullIfNotFound(send({ method: 'DELETE', path: pathOf(id), effect: 'safe' }))
}

const pathOf = (id: string) => `/assistant/${encodeURIComponent(id)}`

function toPublishedAgent(body: unknown): PublishedAgent {
  const { id, latestVersion } = parseReply(Assistant, body)
  return { providerAgentId: id, version: latestVersion ?? null, refs: {} }
}
