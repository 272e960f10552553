import * as knowledgeUploads from '../../../src/services/knowledge/knowledgeUploads.ts'
import * as knowledgeCleaning from '../../../src/services/knowledge/knowledgeCleaning.ts'
import type { Client } from '../../kit/client.ts'
import type { World } from '../../kit/world.ts'

/** What a test does with knowledge bases and the agents that answer from them. */
export function knowledgeKit(world: () => World) {
  const simulator = (path: string, init?: RequestInit) => fetch(`${world().running.simulator!.url}/simulator/${path}`, init)
  return {
    /** A knowledge base with one text. */
    async base(key: Client, content: string): Promise<{ id: string; documentId: string }> {
      const { createKnowledgeBase } = await key.gql<any>('mutation { createKnowledgeBase(input: { name: "Prices" }) { id } }')
      const { addKnowledgeText } = await key.gql<any>(
        'mutation($id: ID!, $content: String!) { addKnowledgeText(knowledgeBaseId: $id, input: { title: "Prices", content: $content }) { id } }',
        { id: createKnowledgeBase.id, content },
      )
      return { id: createKnowledgeBase.id, documentId: addKnowledgeText.id }
    },
    change: (key: Client, id: string, content: string) =>
      key.gql('mutation($id: ID!, $content: String!) { updateKnowledgeDocument(id: $id, input: { content: $content }) { id } }', { id, content }),
    async agent(key: Client, voiceEngine: string, knowledgeBaseIds: string[]): Promise<string> {
      const input = { name: 'Ada', voiceId: 'Elliot', voiceEngine, knowledgeBaseIds }
      return (await key.gql<any>('mutation($input: AgentInput!) { createAgent(input: $input) { id } }', { input })).createAgent.id
    },
    publish: (key: Client, id: string) => key.post(`/agents/${id}/publish`),
    async copies(key: Client, id: string): Promise<{ version: number; status: string; error: string | null; voiceEngine: string }[]> {
      const query = 'query($id: ID!) { knowledgeBase(id: $id) { syncs { version status error voiceEngine } } }'
      return (await key.gql<any>(query, { id })).knowledgeBase.syncs
    },
    /** How many knowledge bases, or files of them, the provider has. */
    async kept(engine: string): Promise<number> {
      const { counts } = (await (await simulator('state')).json()) as any
      return engine === 'retell' ? counts.retell.knowledge_bases : counts.vapi.files
    },
    async fault(provider: string, more: object) {
      await simulator('faults', { method: 'POST', body: JSON.stringify({ provider, operation: 'knowledge', times: 1, ...more }) })
    },
    /** What the worker does every few seconds, now. */
    async sweep() {
      await knowledgeUploads.finishLapsed()
      await knowledgeCleaning.retire()
      await knowledgeCleaning.clean()
    },
    noFaults: () => simulator('faults', { method: 'DELETE' }),
  }
}
