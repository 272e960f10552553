import { nullIfNotFound } from '../../outbound/vendorErrors.ts'
import type { Send } from '../http.ts'
import type { ResourceLocator } from '../provider.ts'
import { findTagged } from './tags.ts'

/** Deletes an agent and every LLM it has used, saved or found by tag. Safe to repeat, also after a crash. */
export async function removeFromRetell(send: Send, { tag, refs: { providerAgentId, refs = {} }, mayHaveOrphans }: ResourceLocator): Promise<void> {
  const tagged = mayHaveOrphans ? await findTagged(send, tag) : { agents: [], llms: [] }
  // Agents first, since Retell does not delete an LLM that an agent uses.
  for (const id of uniqueIds(providerAgentId, ...tagged.agents)) await deleteAgent(send, id)
  for (const id of uniqueIds(refs.llmId, ...(refs.formerLlmIds ?? '').split(' '), ...tagged.llms)) await deleteLlm(send, id)
}

const uniqueIds = (...ids: (string | undefined)[]) => new Set(ids.filter((id): id is string => Boolean(id)))

/** Deletes an agent. Safe to repeat. */
export const deleteAgent = async (send: Send, id: string) =>
  void (await nullIfNotFound(send({ method: 'DELETE', path: `/delete-agent/${id}`, effect: 'safe' })))
/** Deletes an LLM. Safe to repeat. Throws `rejected` if an agent uses it. */
export const deleteLlm = async (send: Send, id: string) =>
  void (await nullIfNotFound(send({ method: 'DELETE', path: `/delete-retell-llm/${id}`, effect: 'safe' })))
