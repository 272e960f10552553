import { codedText } from '../../lib/codedTexts.ts'

/** Phone numbers, carriers and messages. */
export const NUMBER_ERRORS = {
  unsupported_carrier: codedText(['name'], ({ name }) => `Unsupported provider: ${name}`),
  carrier_credentials_rejected: codedText(['carrier', 'error'], ({ carrier, error }) => `The carrier rejected the credentials (${carrier}: ${error}).`),
  carrier_account_suspended: codedText(['carrier', 'error'], ({ carrier, error }) => `The carrier has suspended this account (${carrier}: ${error}).`),
  carrier_permission_missing: codedText(
    ['carrier', 'error'],
    ({ carrier, error }) => `The carrier credentials do not have the required permission (${carrier}: ${error}).`,
  ),
  carrier_rejected: codedText(['carrier', 'error'], ({ carrier, error }) => `The carrier rejected the request (${carrier}: ${error}).`),
  carrier_does_not_send: codedText(['carrier', 'error'], ({ carrier, error }) => `The carrier does not send this message (${carrier}: ${error}).`),
  carrier_busy: codedText(
    ['carrier', 'error'],
    ({ carrier, error }) => `The carrier does not accept more requests at the moment (${carrier}: ${error}). Try again shortly.`,
  ),
  carrier_unavailable: codedText(['carrier', 'error'], ({ carrier, error }) => `The carrier is not available (${carrier}: ${error}). Try again shortly.`),
  carrier_not_connected: codedText(
    ['carrier', 'owner'],
    ({ carrier, owner }) => `No ${carrier} account${owner && ` of ${owner}`} is connected. Connect it first with POST /integrations/connect.`,
  ),
  carrier_has_numbers: codedText([], () => 'You cannot disconnect this carrier while it has phone numbers. Disconnect its numbers first.'),
  carrier_number_disconnecting: codedText([], () => 'A number of this carrier is still being disconnected. Try again in a moment.'),
  number_not_owned: codedText(['carrier'], ({ carrier }) => `The connected ${carrier} account does not own this number.`),
  number_already_connected: codedText([], () => 'This number is already connected.'),
  number_not_connected: codedText([], () => 'The number was not connected. Try again.'),
  number_disconnected: codedText([], () => 'This number is disconnected.'),
  number_disconnected_early: codedText([], () => 'The number was disconnected before it was fully connected.'),
  number_without_trunk: codedText(
    ['voice_engine'],
    ({ voice_engine: engine }) =>
      `Callwright does not know the SIP trunk through which ${engine} reaches this number. Disconnect the number and connect it again with sip.`,
  ),
  number_cannot_send: codedText(
    ['phone_number', 'missing'],
    ({ phone_number: number, missing }) => `The number ${number} cannot send SMS: ${missing ? `missing ${missing}` : 'its carrier account is not connected'}.`,
  ),
  no_number_to_call: codedText([], () => 'The workspace has no phone number to call from. Connect one with POST /phone-numbers/link.'),
  no_number_to_send: codedText([], () => 'The workspace has no phone number to send SMS from. Connect one with POST /phone-numbers/link.'),
  simulated_number_cannot_call: codedText([], () => 'A simulated number cannot place real calls. Connect a number of your own with POST /phone-numbers/link.'),
  simulated_number_cannot_send: codedText(
    [],
    () => 'A simulated number cannot send real SMS messages. Connect a number of your own with POST /phone-numbers/link.',
  ),
  inbound_without_agent: codedText([], () => 'Set agent_id or assistant_request_url to enable inbound calls.'),
  contact_opted_out: codedText([], () => 'This number has opted out of SMS.'),
  message_not_sent_busy: codedText([], () => 'The server was busy and did not send the message. Try again.'),
  message_not_sent: codedText([], () => 'The message was not sent. Try again.'),
}
