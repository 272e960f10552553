import { SegmentedMessage } from 'sms-segments-calculator'

/** How many segments a text is sent as: GSM-7 where its alphabet has every character, UCS-2 otherwise (contract: SMS). */
export const segmentsOf = (body: string): number => new SegmentedMessage(body).segmentsCount

/** The same, with the characters that keep it from the GSM alphabet, each once. */
export function sizeOf(body: string): { segments: number; foreign: string[] } {
  const message = new SegmentedMessage(body)
  return { segments: message.segmentsCount, foreign: [...new Set(message.getNonGsmCharacters())] }
}
