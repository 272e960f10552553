import type { CarrierName } from '../../../carrierNames.ts'
import { bandwidth } from './bandwidth.ts'
import { plivo } from './plivo.ts'
import { signalwire } from './signalwire.ts'
import { sinch } from './sinch.ts'
import { telnyx } from './telnyx.ts'
import { twilio } from './twilio.ts'
import type { CarrierHalf } from './types.ts'
import { vonage } from './vonage.ts'

/** The carriers that the simulator speaks for. */
export const HALVES: readonly CarrierHalf[] = [twilio, telnyx, vonage, plivo, signalwire, bandwidth, sinch]

export const halfOf = (carrier: CarrierName): CarrierHalf | undefined => HALVES.find((half) => half.carrier === carrier)
