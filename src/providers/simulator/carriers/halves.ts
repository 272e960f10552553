import type { CarrierName } from '../../../carrierNames.ts'
import { twilio } from './twilio.ts'
import type { CarrierHalf } from './types.ts'

/** The carriers that the simulator speaks for. */
export const HALVES: readonly CarrierHalf[] = [twilio]

export const halfOf = (carrier: CarrierName): CarrierHalf | undefined => HALVES.find((half) => half.carrier === carrier)
