import type { CarrierName } from '../../kernel/vocabulary/carrierNames.ts'
import { bandwidth } from './bandwidth/bandwidth.ts'
import { plivo } from './plivo/plivo.ts'
import { signalwire } from './signalwire/signalwire.ts'
import { sinch } from './sinch/sinch.ts'
import { telnyx } from './telnyx/telnyx.ts'
import { twilio } from './twilio/twilio.ts'
import type { CarrierSimulator } from './types.ts'
import { vonage } from './vonage/vonage.ts'

/** A record, so that a carrier without a simulator does not compile. */
const SIMULATORS: Readonly<Record<CarrierName, CarrierSimulator>> = { twilio, telnyx, vonage, plivo, signalwire, bandwidth, sinch }

/** The simulated carriers. */
export const CARRIER_SIMULATORS: readonly CarrierSimulator[] = Object.values(SIMULATORS)

export const carrierSimulatorOf = (carrier: CarrierName): CarrierSimulator => SIMULATORS[carrier]
