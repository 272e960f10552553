import type { Send } from '../http.ts'
import { nullIfNotFound } from '../outcomes.ts'
import type { ResourceLocator } from '../provider.ts'
import { findTagged } from './tags.ts'

/** Removes an agent and every LLM it ever used, saved or found by the tag; what is gone already is no error. */
export async function removeFromRetell(send: Send, { tag, refs: { providerAgentId, refs = {} }, mayHaveOrphans }: ResourceLocator): Promise<void> {
  const found = mayHaveOrphans ? await findTagged(send, tag) : { agents: [], llms: [] }
  // Agents first: Retell keeps an LLM that an agent uses.
  for (const id of ids(providerAgentId, ...found.agents)) await deleteAgent(send, id)
  for (const id of ids(refs.llmId, ...(refs.formerLlmIds ?? '').split(' '), ...found.llms)) await deleteLlm(send, id)
}

const ids = (...given: (string | undefined)[]) => new Set(given.filter((id): id is string => Boolean(id)))

export const deleteAgent = async (send: Send, id: string) =>
  void (await nullIfNotFound(send({ method: 'DELETE', path: `/delete-agent/${id}`, effect: 'safe' })))
export const deleteLlm = async (send: Send, id: string) =>
  void (await nullIfNotFound(send({ method: 'DELETE', path: `/delete-retell-llm/${id}`, effect: 'safe' })))
