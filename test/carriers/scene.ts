import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import type { Carrier } from '../../src/carriers/carrier.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { hookAddress } from './hookAddress.ts'
import { startCarriers } from './kit.ts'

/** Our reference of every text that a scene sends. */
export const REF = 'e2c9a1f0-1a52-4f0e-8a44-5f3d0c9b7e21'

/** A simulated carrier, an account there, and somebody who takes its webhooks. */
export async function sceneOf<Name extends CarrierName>(speaker: Carrier<Name>, numbers?: object[]) {
  const carriers = await startCarriers()
  const account = await carriers.open(speaker.name, numbers ? { numbers } : {})
  const given = account.credentials as Credentials<Name>
  const [line] = account.numbers as [(typeof account.numbers)[0]]
  const number = { e164: line.phone_number, carrierNumberId: line.id }
  const hooks = await hookAddress(speaker.name)
  const send = (to: string, timeoutMs = 400) =>
    speaker.sendSms(given, { from: number.e164, to, body: 'hi', ref: REF, statusUrl: `${hooks.url}/${REF}`, timeoutMs })
  return { carriers, account, given, number, hooks, send }
}
