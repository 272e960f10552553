import type { JsonObject } from '../../providers/provider.ts'
import type { RetellCall } from '../calls/call.ts'
import { asList, asObject, asText } from '../wire/json.ts'
import { toRetellCall } from './views.ts'
import type { SimulatorContext } from '../calls/context.ts'

/** Applies the filters of Retell's call list. Metadata that is not stored still finds a call, since Retell does not document this case. */
export function matches(call: RetellCall, filter: JsonObject, { calls, url }: SimulatorContext): boolean {
  const matchesCondition = (condition: JsonObject, value: unknown) => (condition.op === 'ne' ? value !== condition.value : value === condition.value)
  const textFields = { call_id: call.id, from_number: call.from, to_number: call.to }
  const derivedFilters = ['call_status', 'disconnection_reason', 'direction'].filter((name) => filter[name])
  return (
    asList(filter.metadata)
      .map(asObject)
      .every((condition) => matchesCondition(condition, call.wire.metadata?.[asText(condition.key)])) &&
    Object.entries(textFields).every(([name, value]) => !filter[name] || matchesCondition(asObject(filter[name]), value)) &&
    (!filter.agent ||
      asList(filter.agent)
        .map(asObject)
        .some((agent) => agent.agent_id === call.wire.agentId)) &&
    derivedFilters.every((name) => asList(asObject(filter[name]).value).includes(toRetellCall(call, calls.phaseOf(call), url)[name]))
  )
}
