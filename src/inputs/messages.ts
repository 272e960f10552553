import { z } from 'zod'
import { Id, requireOneOf, text } from './common.ts'

/** The maximum length that every carrier accepts (Twilio and SignalWire have the lowest limit). */
export const MAX_SMS_LENGTH = 1_600

/**
 * An SMS message (contract: SMS). The service validates the numbers, because an invalid one is a 400 and not a 422. The two main fields
 * have older names.
 */
export const SmsInput = requireOneOf(
  z.object({
    toNumber: text(64).nullish().describe('Recipient in E.164 format.'),
    to: text(64).nullish().describe('Recipient, under its shorter name.'),
    body: text(MAX_SMS_LENGTH, 1).nullish().describe('Text of the message.'),
    text: text(MAX_SMS_LENGTH, 1).nullish().describe('Text, under its other name.'),
    fromNumberId: Id.nullish().describe('ID of the number to send from.'),
    fromNumber: text(64).nullish().describe("Number to send from, in E.164 format. Defaults to the workspace's first SMS-enabled number."),
  }),
  ['toNumber', 'to'],
  ['body', 'text'],
)
export type SmsInput = z.output<typeof SmsInput>

/** The replies to STOP, START and HELP. Missing fields stay unchanged, null restores the default text. */
export const MessagingSettingsInput = z.object({
  replies: z.boolean().nullish().describe('Whether Callwright replies to STOP, START and HELP if the carrier does not.'),
  helpText: text(MAX_SMS_LENGTH, 1).nullish().describe('Reply to HELP.'),
  stopText: text(MAX_SMS_LENGTH, 1).nullish().describe('Reply to STOP, which is the last message to that number.'),
  startText: text(MAX_SMS_LENGTH, 1).nullish().describe('Reply to START.'),
})
export type MessagingSettingsInput = z.output<typeof MessagingSettingsInput>
