import { SegmentedMessage } from 'sms-segments-calculator'

/** Counts the segments of a text: GSM-7 if its alphabet has every character, otherwise UCS-2 (contract: SMS). */
export const segmentsOf = (body: string): number => new SegmentedMessage(body).segmentsCount

/** Counts the segments of a text, and lists the distinct characters that are not in the GSM alphabet. */
export function sizeOf(body: string): { segments: number; foreign: string[] } {
  const message = new SegmentedMessage(body)
  return { segments: message.segmentsCount, foreign: [...new Set(message.getNonGsmCharacters())] }
}
