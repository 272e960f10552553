import type { CarrierName } from '../carrierNames.ts'
import { bandwidth } from './bandwidth.ts'
import type { Carrier } from './carrier.ts'
import { plivo } from './plivo.ts'
import { signalwire } from './signalwire.ts'
import { sinch } from './sinch.ts'
import { telnyx } from './telnyx.ts'
import { twilio } from './twilio.ts'
import { vonage } from './vonage.ts'

const CARRIERS: { [Name in CarrierName]: Carrier<Name> } = { twilio, telnyx, vonage, plivo, signalwire, bandwidth, sinch }

/** Whoever speaks a carrier's protocol. Credentials go with the name they were given for, so that the two always fit. */
export const carrier = (name: string): Carrier => CARRIERS[name as CarrierName] as unknown as Carrier
