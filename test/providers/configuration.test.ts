import { expect, test } from 'vitest'
import type { AgentConfig } from '../../src/providers/provider.ts'
import { findRetellProblems, toAgentBody, toLlmBody } from '../../src/providers/retell/agent.ts'
import { toAssistant } from '../../src/providers/vapi/agent.ts'
import { CONFIG, PUBLISH_TARGET } from './adapterKit.ts'

/** Fields that a provider has no use for: our own ID is stored by the tag of the agent, and each call sends the defaults of its variables. Retell stores them too. */
const NOT_SENT = new Set(['agentId', 'defaultVariables'])

/** Lists the fields of a complete configuration that the work does not read. */
function unreadFields(work: (config: AgentConfig) => void): string[] {
  const complete: Required<AgentConfig> = { ...CONFIG, defaultVariables: {}, knowledge: [], agents: {} }
  const read = new Set<PropertyKey>()
  work(new Proxy(complete, { get: (target, field) => (read.add(field), Reflect.get(target, field)) }))
  return Object.keys(complete).filter((field) => !read.has(field) && !NOT_SENT.has(field))
}

test.each<[string, (config: AgentConfig) => void]>([
  ['retell', (config) => [findRetellProblems(config), toLlmBody(config, PUBLISH_TARGET), toAgentBody(config, PUBLISH_TARGET)]],
  ['vapi', (config) => toAssistant(config, () => {})],
])('%s is sent every setting of an agent, or refuses it', (_, publish) => {
  expect(unreadFields(publish)).toEqual([])
})
