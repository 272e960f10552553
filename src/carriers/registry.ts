import type { CarrierName } from '../kernel/vocabulary/carrierNames.ts'
import { bandwidth } from './bandwidth/bandwidth.ts'
import type { Carrier } from './carrier.ts'
import { plivo } from './plivo/plivo.ts'
import { signalwire } from './signalwire.ts'
import { sinch } from './sinch/sinch.ts'
import { telnyx } from './telnyx/telnyx.ts'
import { twilio } from './twilio/twilio.ts'
import { vonage } from './vonage/vonage.ts'

const CARRIERS: { [Name in CarrierName]: Carrier<Name> } = { twilio, telnyx, vonage, plivo, signalwire, bandwidth, sinch }

/** Whoever speaks a carrier's protocol. Credentials go with the name they were given for, so that the two always fit. */
export const getCarrier = (name: string): Carrier => CARRIERS[name as CarrierName] as Carrier
