import { causeOf } from '../problem.ts'
import type { JsonObject } from '../provider.ts'
import type { ToolProblemReporter } from './problems.ts'
import { isObject } from '../../kernel/json/isObject.ts'

/** SIP methods of a transfer: Retell's names and Vapi's. */
const SIP_VERBS: Record<string, string> = { sip_refer: 'refer', sip_invite: 'dial' }

/** Translates Retell's cold transfer to a number. */
export function toTransferTool(tool: JsonObject, reportProblem: ToolProblemReporter): JsonObject {
  const plan = toTransferPlan(tool.transfer_option, reportProblem)
  const target = isObject(tool.transfer_destination) ? tool.transfer_destination : {}
  const { number, extension } = target
  const allowsAnyNumber = tool.ignore_e164_validation === true
  if (target.type !== 'predefined' || typeof number !== 'string') reportProblem('transfer_destination', causeOf('transfer_number_not_predefined'))
  else if (!(allowsAnyNumber ? /^\+?[a-zA-Z0-9]{3,39}$/ : /^\+[1-9]\d{6,14}$/).test(number))
    reportProblem('transfer_destination.number', allowsAnyNumber ? causeOf('extended_number_invalid', { min: 3, max: 39 }) : causeOf('phone_number_invalid'))
  if (extension !== undefined && !(typeof extension === 'string' && /^.{1,10}$/.test(extension)))
    reportProblem('transfer_destination.extension', causeOf('text_length_out_of_range', { min: 1, max: 10 }))
  const destination = {
    type: 'number',
    number,
    ...(allowsAnyNumber && { numberE164CheckEnabled: false }),
    ...(extension !== undefined && { extension }),
    ...(typeof tool.description === 'string' && tool.description && { description: tool.description }),
    ...(tool.speak_during_execution === false && { message: '' }),
    ...plan,
  }
  return { type: 'transferCall', destinations: [destination] }
}

function toTransferPlan(option: unknown, reportProblem: ToolProblemReporter): JsonObject {
  if (!isObject(option)) return {}
  const { type, cold_transfer_mode: mode, show_transferee_as_caller: showsCaller, transfer_ring_duration_ms: ringMs, ...others } = option
  if (type !== undefined && type !== 'cold_transfer') {
    reportProblem('transfer_option', causeOf('transfer_not_cold'))
    return {}
  }
  for (const key of Object.keys(others)) reportProblem(`transfer_option.${key}`, causeOf('unsupported', { voice_engine: 'vapi' }))
  const sipVerb = mode === undefined ? undefined : typeof mode === 'string' && Object.hasOwn(SIP_VERBS, mode) ? SIP_VERBS[mode] : null
  if (sipVerb === null) reportProblem('transfer_option.cold_transfer_mode', causeOf('value_not_listed', { values: Object.keys(SIP_VERBS) }))
  const dialTimeout = typeof ringMs === 'number' ? Math.round(ringMs / 1000) : null
  if (dialTimeout !== null && sipVerb !== 'dial') reportProblem('transfer_option.transfer_ring_duration_ms', causeOf('ring_needs_sip_invite'))
  else if (dialTimeout !== null && (dialTimeout < 1 || dialTimeout > 600))
    reportProblem('transfer_option.transfer_ring_duration_ms', causeOf('seconds_out_of_range', { voice_engine: 'vapi', min: 1, max: 600 }))
  return {
    ...(showsCaller === true && { callerId: '{{customer.number}}' }),
    ...(sipVerb && { transferPlan: { mode: 'blind-transfer', sipVerb, ...(dialTimeout !== null && { dialTimeout }) } }),
  }
}
