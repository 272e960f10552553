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

/** Returns a carrier's client. Credentials are stored with the carrier's name, so the two always match. */
export const getCarrier = (name: string): Carrier => CARRIERS[name as CarrierName] as Carrier
