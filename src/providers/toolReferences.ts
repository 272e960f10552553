import { isObject } from '../kernel/json/json.ts'
import type { AgentReference } from './agentReference.ts'
import type { JsonObject } from './provider.ts'

/** A URL in a tool. `field` is its path within the list of tools, such as `general_tools[0].url`. */
interface ToolUrl {
  field: string
  value: unknown
}

/** A transfer target: a fixed number, or one chosen during the call. */
export interface TransferDestination {
  field: string
  /** The configured number; null if the model or another system chooses it during the call. */
  number: string | null
}

/** Lists the URLs that a provider requests when the tools run, in the format of either vendor. */
export const listToolUrls = (tools: readonly JsonObject[]): ToolUrl[] =>
  collect(tools, (tool, at) => [
    ...(tool.type === 'custom' || tool.type === 'apiRequest' ? [{ field: `${at}.url`, value: tool.url }] : []),
    ...(isObject(tool.server) ? [{ field: `${at}.server.url`, value: tool.server.url }] : []),
  ])

/** Lists all transfer targets of the tools, in the format of either vendor. */
export const listTransferDestinations = (tools: readonly JsonObject[]): TransferDestination[] =>
  collect(tools, (tool, at) => {
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

/** Lists the agents that the tools reference, by the configured ID. */
export function listReferencedAgents(tools: readonly JsonObject[]): { field: string; agentId: string }[] {
  const found: { field: string; agentId: string }[] = []
  mapAgentIds(tools, (id, field) => {
    found.push({ field, agentId: String(id) })
    return id
  })
  return found
}

/** Replaces our agent IDs with those of the provider; leaves unknown IDs unchanged. */
export const withProviderAgents = (tools: readonly JsonObject[], agents: Readonly<Record<string, AgentReference>> = {}): JsonObject[] =>
  mapAgentIds(tools, (id) => agents[String(id)]?.providerAgentId ?? id, agents)

/** Replaces each agent ID with the result of `change`; with `agents`, pins agents at Retell to the version published last. */
function mapAgentIds(
  tools: readonly JsonObject[],
  change: (id: unknown, field: string) => unknown,
  agents: Readonly<Record<string, AgentReference>> = {},
): JsonObject[] {
  const pinVersion = (named: JsonObject, at: string): JsonObject => {
    const version = agents[String(named.agent_id)]?.version
    return { ...named, agent_id: change(named.agent_id, `${at}.agent_id`), ...(version != null && { agent_version: Number(version) }) }
  }
  return tools.map((tool, index) => {
    const at = `general_tools[${index}]`
    if (tool.type === 'agent_swap') return pinVersion(tool, at)
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
    const agent = pinVersion(config.transfer_agent, `${at}.transfer_option.agentic_transfer_config.transfer_agent`)
    return { ...tool, transfer_option: { ...option, agentic_transfer_config: { ...config, transfer_agent: agent } } }
  })
}

const collect = <Found>(tools: readonly JsonObject[], find: (tool: JsonObject, at: string) => Found[]): Found[] =>
  tools.flatMap((tool, index) => find(tool, `general_tools[${index}]`))
