import type { JsonObject } from '../provider.ts'
import type { Refuse } from './problems.ts'
import { isObject } from '../../kernel/json/json.ts'

/** How the call is handed over, as both vendors name it. */
const VERBS: Record<string, string> = { sip_refer: 'refer', sip_invite: 'dial' }
const OWN = 'define the transfer as a Vapi tool, {"type": "transferCall", "destinations": […]}'

/** Retell's transfer to a number, without a word to who answers there. */
export function toTransferTool(tool: JsonObject, refuse: Refuse): JsonObject {
  const plan = toTransferPlan(tool.transfer_option, refuse)
  const to = isObject(tool.transfer_destination) ? tool.transfer_destination : {}
  const { number, extension } = to
  const anyNumber = tool.ignore_e164_validation === true
  if (to.type !== 'predefined' || typeof number !== 'string') refuse('transfer_destination', `must be a predefined number. Otherwise, ${OWN}`)
  else if (!(anyNumber ? /^\+?[a-zA-Z0-9]{3,39}$/ : /^\+[1-9]\d{6,14}$/).test(number))
    refuse('transfer_destination.number', anyNumber ? 'Vapi accepts 3 to 39 letters and digits' : 'must be a phone number in E.164 format')
  if (extension !== undefined && !(typeof extension === 'string' && /^.{1,10}$/.test(extension)))
    refuse('transfer_destination.extension', 'Vapi accepts 1 to 10 characters')
  const destination = {
    type: 'number',
    number,
    ...(anyNumber && { numberE164CheckEnabled: false }),
    ...(extension !== undefined && { extension }),
    ...(typeof tool.description === 'string' && tool.description && { description: tool.description }),
    ...(tool.speak_during_execution === false && { message: '' }),
    ...plan,
  }
  return { type: 'transferCall', destinations: [destination] }
}

function toTransferPlan(option: unknown, refuse: Refuse): JsonObject {
  if (!isObject(option)) return {}
  const { type, cold_transfer_mode: mode, show_transferee_as_caller: showsCaller, transfer_ring_duration_ms: ringMs, ...others } = option
  if (type !== undefined && type !== 'cold_transfer') {
    refuse('transfer_option', `only cold transfers work the same with both voice providers. Otherwise, ${OWN}`)
    return {}
  }
  for (const key of Object.keys(others)) refuse(`transfer_option.${key}`, 'Vapi does not support this')
  const sipVerb = mode === undefined ? undefined : typeof mode === 'string' && Object.hasOwn(VERBS, mode) ? VERBS[mode] : null
  if (sipVerb === null) refuse('transfer_option.cold_transfer_mode', `must be one of ${Object.keys(VERBS).join(', ')}`)
  const dialTimeout = typeof ringMs === 'number' ? Math.round(ringMs / 1000) : null
  if (dialTimeout !== null && sipVerb !== 'dial')
    refuse('transfer_option.transfer_ring_duration_ms', 'Vapi supports this only with cold_transfer_mode sip_invite')
  else if (dialTimeout !== null && (dialTimeout < 1 || dialTimeout > 600)) refuse('transfer_option.transfer_ring_duration_ms', 'Vapi accepts 1 to 600 seconds')
  return {
    ...(showsCaller === true && { callerId: '{{customer.number}}' }),
    ...(sipVerb && { transferPlan: { mode: 'blind-transfer', sipVerb, ...(dialTimeout !== null && { dialTimeout }) } }),
  }
}
