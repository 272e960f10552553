import { priceOf } from './pricing.ts'

/** What a text of so many segments to a number in E.164 costs, in micro-units. */
export const textPrice = (toNumber: string, segments: number): bigint => priceOf(toNumber).perSegment * BigInt(segments)
