import { SegmentedMessage } from 'sms-segments-calculator'
import { priceOf } from './pricing.ts'

/** How many segments a text is sent as: GSM-7 where its alphabet has every character, UCS-2 otherwise (contract: SMS). */
export const segmentsOf = (body: string): number => new SegmentedMessage(body).segmentsCount

/** What a text of so many segments to a number in E.164 costs, in micro-units. */
export const textPrice = (toNumber: string, segments: number): bigint => priceOf(toNumber).perSegment * BigInt(segments)
