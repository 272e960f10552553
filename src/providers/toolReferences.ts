import { isObject } from '../kernel/json/isObject.ts'
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
  collect(tools, (tool, path) => [
    ...(tool.type === 'custom' || tool.type === 'apiRequest' ? [{ field: `${path}.url`, value: tool.url }] : []),
    ...(isObject(tool.server) ? [{ field: `${path}.server.url`, value: tool.server.url }] : []),
  ])

/** Lists all transfer targets of the tools, in the format of either vendor. */
export const listTransferDestinations = (tools: readonly JsonObject[]): TransferDestination[] =>
  collect(tools, (tool, path) => {
    if (tool.type === 'transfer_call') return [retellDestination(tool.transfer_destination, `${path}.transfer_destination`)]
    if (tool.type !== 'transferCall') return []
    const { destinations } = tool
    return Array.isArray(destinations) && destinations.length > 0
      ? destinations.map((destination: unknown, index) => vapiDestination(destination, `${path}.destinations[${index}]`))
      : [{ field: `${path}.destinations`, number: null }]
  })

function retellDestination(destination: unknown, path: string): TransferDestination {
  const isPredefined = isObject(destination) && destination.type === 'predefined' && typeof destination.number === 'string'
  return isPredefined ? { field: `${path}.number`, number: destination.number as string } : { field: `${path}.type`, number: null }
}

function vapiDestination(destination: unknown, path: string): TransferDestination {
  const isNumber = isObject(destination) && destination.type === 'number' && typeof destination.number === 'string'
  return isNumber ? { field: `${path}.number`, number: destination.number as string } : { field: `${path}.type`, number: null }
}

/** Lists the agents that the tools reference, by the configured ID. */
export function listReferencedAgents(tools: readonly JsonObject[]): { field: string; agentId: string }[] {
  const references: { field: string; agentId: string }[] = []
  mapAgentIds(tools, (id, field) => {
    references.push({ field, agentId: String(id) })
    return id
  })
  return references
}

/** Replaces our agent IDs with those of the provider; leaves unknown IDs unchanged. */
export const withProviderAgents = (tools: readonly JsonObject[], agents: Readonly<Record<string, AgentReference>> = {}): JsonObject[] =>
  mapAgentIds(tools, (id) => agents[String(id)]?.providerAgentId ?? id, agents)

/** Replaces each agent ID with the result of `change`; with `agents`, pins agents at Retell to the version published last. */
function mapAgentIds(
  tools: readonly JsonObject[],
  replaceId: (id: unknown, field: string) => unknown,
  agents: Readonly<Record<string, AgentReference>> = {},
): JsonObject[] {
  const pinVersion = (reference: JsonObject, path: string): JsonObject => {
    const version = agents[String(reference.agent_id)]?.version
    return { ...reference, agent_id: replaceId(reference.agent_id, `${path}.agent_id`), ...(version != null && { agent_version: Number(version) }) }
  }
  return tools.map((tool, index) => {
    const path = `general_tools[${index}]`
    if (tool.type === 'agent_swap') return pinVersion(tool, path)
    if (tool.type === 'handoff' && Array.isArray(tool.destinations)) {
      const destinations = tool.destinations.map((destination: unknown, position) =>
        isObject(destination)
          ? { ...destination, assistantId: replaceId(destination.assistantId, `${path}.destinations[${position}].assistantId`) }
          : destination,
      )
      return { ...tool, destinations }
    }
    const option = tool.transfer_option
    if (tool.type !== 'transfer_call' || !isObject(option) || !isObject(option.agentic_transfer_config)) return tool
    const config = option.agentic_transfer_config
    if (!isObject(config.transfer_agent)) return tool
    const agent = pinVersion(config.transfer_agent, `${path}.transfer_option.agentic_transfer_config.transfer_agent`)
    return { ...tool, transfer_option: { ...option, agentic_transfer_config: { ...config, transfer_agent: agent } } }
  })
}

const collect = <Item>(tools: readonly JsonObject[], find: (tool: JsonObject, path: string) => Item[]): Item[] =>
  tools.flatMap((tool, index) => find(tool, `general_tools[${index}]`))
