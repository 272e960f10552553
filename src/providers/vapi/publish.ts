import type { Vapi } from '@vapi-ai/server-sdk'
import { z } from 'zod'
import { field } from '../../kernel/json/foreignFields.ts'
import { understood } from '../http.ts'
import type { Send } from '../http.ts'
import { ifKnown, saveOrUndo } from '../outcomes.ts'
import type { Place, PublishedAgent } from '../provider.ts'
import { listed } from './pages.ts'

const Assistant = z.object({ id: z.string().min(1), latestVersion: z.string().nullish() })
const Listed = z.object({ id: z.string().min(1), createdAt: field.text, metadata: field.of(z.object({ callwright_tag: field.text })) })

type Save = (refs: Partial<PublishedAgent>) => Promise<void>

/**
 * Makes the assistant, or replaces it where it is: an update is live at once. After an interruption the assistants with
 * our tag are looked for, one of them is used and the others are deleted.
 */
export async function publishToVapi(send: Send, assistant: Vapi.CreateAssistantDto, place: Place, save: Save): Promise<PublishedAgent> {
  const known = place.refs.providerAgentId
  const tagged = place.mayHaveMore ? await withTag(send, place.tag) : []
  for (const id of new Set([...(known ? [known] : []), ...tagged])) {
    const agent = await update(send, id, assistant)
    if (!agent) continue
    await save(agent)
    for (const other of tagged) if (other !== id) await deleteAssistant(send, other)
    return agent
  }
  const agent = published((await send({ method: 'POST', path: '/assistant', body: assistant, effect: 'create' })).body)
  await saveOrUndo(
    () => save(agent),
    () => deleteAssistant(send, agent.providerAgentId),
  )
  return agent
}

/** Deletes the assistant, and after an interruption all that carry its tag. */
export async function removeFromVapi(send: Send, { tag, refs, mayHaveMore }: Place): Promise<void> {
  const known = refs.providerAgentId ? [refs.providerAgentId] : []
  const tagged = mayHaveMore ? await withTag(send, tag) : []
  for (const id of new Set([...known, ...tagged])) await deleteAssistant(send, id)
}

/** What a configuration leaves out would stay as it was before, so it is taken back in words. */
async function update(send: Send, id: string, assistant: Vapi.CreateAssistantDto): Promise<PublishedAgent | null> {
  const body = { firstMessage: '', voicemailMessage: '', ...assistant }
  const reply = await ifKnown(send({ method: 'PATCH', path: pathOf(id), body, effect: 'safe' }))
  return reply && published(reply.body)
}

async function withTag(send: Send, tag: string): Promise<string[]> {
  const found: string[] = []
  for await (const { id, metadata } of listed(send, '/assistant', Listed)) if (metadata?.callwright_tag === tag) found.push(id)
  return found
}

async function deleteAssistant(send: Send, id: string): Promise<void> {
  await ifKnown(send({ method: 'DELETE', path: pathOf(id), effect: 'safe' }))
}

const pathOf = (id: string) => `/assistant/${encodeURIComponent(id)}`

function published(body: unknown): PublishedAgent {
  const { id, latestVersion } = understood(Assistant, body)
  return { providerAgentId: id, version: latestVersion ?? null, refs: {} }
}
