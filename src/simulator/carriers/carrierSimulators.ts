import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import { bandwidth } from './bandwidth/bandwidth.ts'
import { plivo } from './plivo/plivo.ts'
import { signalwire } from './signalwire/signalwire.ts'
import { sinch } from './sinch/sinch.ts'
import { telnyx } from './telnyx/telnyx.ts'
import { twilio } from './twilio/twilio.ts'
import type { CarrierHalf } from './types.ts'
import { vonage } from './vonage/vonage.ts'

/** The carriers that the simulator speaks for. */
export const HALVES: readonly CarrierHalf[] = [twilio, telnyx, vonage, plivo, signalwire, bandwidth, sinch]

export const halfOf = (carrier: CarrierName): CarrierHalf | undefined => HALVES.find((half) => half.carrier === carrier)
