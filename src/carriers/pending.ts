import type { CarrierName } from '../carrierNames.ts'
import { CREDENTIALS } from '../inputs/carriers.ts'
import { type Carrier, CarrierError } from './carrier.ts'

/** Holds the place of a carrier until it is written. */
export function pending<Name extends CarrierName>(name: Name): Carrier<Name> {
  const never = () => Promise.reject(new CarrierError('unavailable', `${name} is not there yet`))
  return {
    name,
    credentials: CREDENTIALS[name] as unknown as Carrier<Name>['credentials'],
    repliesItself: () => false,
    verify: never,
    findNumber: never,
    listNumbers: never,
    routeInbound: never,
    unrouteInbound: never,
    sendSms: never,
    hear: () => ({ refused: 'malformed' }),
    trunk: never,
  }
}
