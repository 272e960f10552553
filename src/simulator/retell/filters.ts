import type { JsonObject } from '../../providers/provider.ts'
import type { RetellCall } from '../calls/call.ts'
import { asList, asObject, asText } from '../wire/json.ts'
import { retellCall } from './views.ts'
import type { SimulatorContext } from '../calls/context.ts'

/**
 * The filters of Retell's list of calls. Calls whose metadata is not given back are still found by it: what Retell does
 * there is not documented.
 */
export function matches(call: RetellCall, filter: JsonObject, { calls, url }: SimulatorContext): boolean {
  const passes = (condition: JsonObject, value: unknown) => (condition.op === 'ne' ? value !== condition.value : value === condition.value)
  const texts = { call_id: call.id, from_number: call.from, to_number: call.to }
  const worded = ['call_status', 'disconnection_reason', 'direction'].filter((name) => filter[name])
  return (
    asList(filter.metadata)
      .map(asObject)
      .every((one) => passes(one, call.wire.metadata?.[asText(one.key)])) &&
    Object.entries(texts).every(([name, value]) => !filter[name] || passes(asObject(filter[name]), value)) &&
    (!filter.agent ||
      asList(filter.agent)
        .map(asObject)
        .some((agent) => agent.agent_id === call.wire.agentId)) &&
    worded.every((name) => asList(asObject(filter[name]).value).includes(retellCall(call, calls.phaseOf(call), url)[name]))
  )
}
