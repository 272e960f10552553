import * as knowledgeUploads from '../../../src/services/knowledge/knowledgeUploads.ts'
import * as knowledgeCleaning from '../../../src/services/knowledge/knowledgeCleaning.ts'
import type { Client } from '../../kit/clients/client.ts'
import type { TestServer } from '../../kit/server/testServer.ts'

/** Helpers for knowledge bases and the agents that use them. */
export function knowledgeKit(testServer: () => TestServer) {
  const simulator = (path: string, init?: RequestInit) => fetch(`${testServer().running.simulator!.url}/simulator/${path}`, init)
  return {
    /** Creates a knowledge base with one text. */
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
    /** Counts the knowledge bases, or their files, at the provider. */
    async kept(engine: string): Promise<number> {
      const { counts } = (await (await simulator('state')).json()) as any
      return engine === 'retell' ? counts.retell.knowledge_bases : counts.vapi.files
    },
    async fault(provider: string, more: object) {
      await simulator('faults', { method: 'POST', body: JSON.stringify({ provider, operation: 'knowledge', times: 1, ...more }) })
    },
    /** Runs the periodic work of the worker now. */
    async sweep() {
      await knowledgeUploads.finishLapsed()
      await knowledgeCleaning.retire()
      await knowledgeCleaning.clean()
    },
    noFaults: () => simulator('faults', { method: 'DELETE' }),
  }
}
