import { priceOf } from './pricing.ts'

/** Returns the price of an SMS to a number in E.164, in micro-units. */
export const smsPrice = (toNumber: string, segments: number): bigint => priceOf(toNumber).perSegment * BigInt(segments)
