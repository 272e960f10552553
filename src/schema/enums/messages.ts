import type { SmsMissing } from '../../carriers/carrier.ts'
import { CARRIERS, SIMULATED_CARRIER } from '../../kernel/vocabulary/carrierNames.ts'
import type { MessageState } from '../../services/messages/messageStates.ts'
import type { Keyword } from '../../services/messages/keywords.ts'
import { closedSet } from './closedSet.ts'

export const MessageStatus = closedSet('MessageStatus', 'Delivery status of a message.', {
  unknown: 'The carrier has not confirmed whether it accepted the message.',
  queued: '',
  sent: 'The carrier sent it.',
  delivered: '',
  undelivered: 'The carrier could not deliver it.',
  failed: 'It was not sent.',
  received: 'An inbound message.',
} satisfies Record<MessageState | 'received', string>)

export const MessageSource = closedSet('MessageSource', 'Who sent an outbound message.', {
  api: 'A client of the API.',
  dashboard: 'A member.',
  auto_reply: 'Callwright, in reply to a keyword.',
})

export const MessageKeyword = closedSet('MessageKeyword', 'Keyword of an inbound message, or of the automatic reply to it.', {
  stop: 'Opt out.',
  start: 'Opt in.',
  help: '',
} satisfies Record<Keyword, string>)

export const Carrier = closedSet(
  'Carrier',
  'Carrier of a phone number.',
  Object.fromEntries([
    ...CARRIERS.map((name) => [name, '']),
    ['sip', 'Any other carrier, through a SIP trunk.'],
    [SIMULATED_CARRIER, "The server's simulator."],
  ]),
)

export const SmsRequirement = closedSet('SmsRequirement', 'What is missing before a number can send SMS.', {
  auth_token: '',
  public_key: '',
  signature_secret: '',
  signing_key: '',
  application_id: '',
  service_plan_id: '',
  api_token: '',
  messaging_profile: '',
  sms_capable_number: 'A number that can send SMS.',
  messaging_permission: "The carrier's permission to send SMS.",
  inbound_webhook: 'An inbound webhook at the carrier.',
  a2p_registration: 'A registration for application-to-person messaging.',
} satisfies Record<SmsMissing, string>)
