import { z } from 'zod'
import { Id, requireOneOf, text } from './common.ts'

/** The longest text that every carrier takes (twilio and signalwire have the lowest limit). */
export const LONGEST_SMS = 1_600

/**
 * One SMS (contract: SMS). Numbers are judged by the service, since a bad one is a 400 and not a 422; each of the two
 * main fields has an older name.
 */
export const SmsInput = requireOneOf(
  z.object({
    toNumber: text(64).nullish().describe('Number to text, E.164'),
    to: text(64).nullish().describe('The same under its shorter name'),
    body: text(LONGEST_SMS, 1).nullish().describe('What it says'),
    text: text(LONGEST_SMS, 1).nullish().describe('The same under its shorter name'),
    fromNumberId: Id.nullish().describe('Number to send from, by id'),
    fromNumber: text(64).nullish().describe("Number to send from, E.164; the workspace's first one that can send texts when absent"),
  }),
  ['toNumber', 'to'],
  ['body', 'text'],
)
export type SmsInput = z.output<typeof SmsInput>

/** How STOP, START and HELP are answered. An absent field stays as it is; null brings our own words back. */
export const MessagingSettingsInput = z.object({
  replies: z.boolean().nullish().describe('Whether they are answered where the carrier does not do so itself'),
  helpText: text(LONGEST_SMS, 1).nullish().describe('Answer to HELP'),
  stopText: text(LONGEST_SMS, 1).nullish().describe('Answer to STOP; nothing else is sent to that number'),
  startText: text(LONGEST_SMS, 1).nullish().describe('Answer to START'),
})
export type MessagingSettingsInput = z.output<typeof MessagingSettingsInput>
