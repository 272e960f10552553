import { isObject } from '../kernel/json/json.ts'
import type { AgentReference } from './agentReference.ts'
import type { JsonObject } from './provider.ts'

/** A part of a tool that names something outside of it. `field` is its path within the list of tools, such as `general_tools[0].url`. */
interface Named {
  field: string
  value: unknown
}

/** A number that a call may be handed to: one that is known beforehand, or one that is decided during the call. */
export interface TransferDestination {
  field: string
  /** As it was written; null where the model or another system decides during the call. */
  number: string | null
}

/** Every address that a provider requests when the tools are used, in either vendor's words. */
export const addressesOf = (tools: readonly JsonObject[]): Named[] =>
  each(tools, (tool, at) => [
    ...(tool.type === 'custom' || tool.type === 'apiRequest' ? [{ field: `${at}.url`, value: tool.url }] : []),
    ...(isObject(tool.server) ? [{ field: `${at}.server.url`, value: tool.server.url }] : []),
  ])

/** Everywhere that the tools can hand a call to, in either vendor's words. */
export const destinationsOf = (tools: readonly JsonObject[]): TransferDestination[] =>
  each(tools, (tool, at) => {
    if (tool.type === 'transfer_call') return [retellDestination(tool.transfer_destination, `${at}.transfer_destination`)]
    if (tool.type !== 'transferCall') return []
    const { destinations } = tool
    return Array.isArray(destinations) && destinations.length > 0
      ? destinations.map((destination: unknown, index) => vapiDestination(destination, `${at}.destinations[${index}]`))
      : [{ field: `${at}.destinations`, number: null }]
  })

function retellDestination(to: unknown, at: string): TransferDestination {
  const isPredefined = isObject(to) && to.type === 'predefined' && typeof to.number === 'string'
  return isPredefined ? { field: `${at}.number`, number: to.number as string } : { field: `${at}.type`, number: null }
}

function vapiDestination(to: unknown, at: string): TransferDestination {
  const isNumber = isObject(to) && to.type === 'number' && typeof to.number === 'string'
  return isNumber ? { field: `${at}.number`, number: to.number as string } : { field: `${at}.type`, number: null }
}

/** Every agent that the tools name, by the id that was written there. */
export function agentsIn(tools: readonly JsonObject[]): { field: string; agentId: string }[] {
  const found: { field: string; agentId: string }[] = []
  visitAgents(tools, (id, field) => {
    found.push({ field, agentId: String(id) })
    return id
  })
  return found
}

/** The tools with each agent's id replaced by what the provider knows it by; one without a counterpart is left as it is. */
export const withProviderAgents = (tools: readonly JsonObject[], agents: Readonly<Record<string, AgentReference>> = {}): JsonObject[] =>
  visitAgents(tools, (id) => agents[String(id)]?.providerAgentId ?? id, agents)

/** Replaces every agent's id by what `change` makes of it; with `agents`, Retell's are pinned to the version published last. */
function visitAgents(
  tools: readonly JsonObject[],
  change: (id: unknown, field: string) => unknown,
  agents: Readonly<Record<string, AgentReference>> = {},
): JsonObject[] {
  const pinned = (named: JsonObject, at: string): JsonObject => {
    const version = agents[String(named.agent_id)]?.version
    return { ...named, agent_id: change(named.agent_id, `${at}.agent_id`), ...(version != null && { agent_version: Number(version) }) }
  }
  return tools.map((tool, index) => {
    const at = `general_tools[${index}]`
    if (tool.type === 'agent_swap') return pinned(tool, at)
    if (tool.type === 'handoff' && Array.isArray(tool.destinations)) {
      const destinations = tool.destinations.map((to: unknown, nth) =>
        isObject(to) ? { ...to, assistantId: change(to.assistantId, `${at}.destinations[${nth}].assistantId`) } : to,
      )
      return { ...tool, destinations }
    }
    const option = tool.transfer_option
    if (tool.type !== 'transfer_call' || !isObject(option) || !isObject(option.agentic_transfer_config)) return tool
    const config = option.agentic_transfer_config
    if (!isObject(config.transfer_agent)) return tool
    const agent = pinned(config.transfer_agent, `${at}.transfer_option.agentic_transfer_config.transfer_agent`)
    return { ...tool, transfer_option: { ...option, agentic_transfer_config: { ...config, transfer_agent: agent } } }
  })
}

const each = <Found>(tools: readonly JsonObject[], find: (tool: JsonObject, at: string) => Found[]): Found[] =>
  tools.flatMap((tool, index) => find(tool, `general_tools[${index}]`))
