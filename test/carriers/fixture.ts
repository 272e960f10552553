import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import type { Carrier } from '../../src/carriers/carrier.ts'
import type { Credentials } from '../../src/inputs/carriers.ts'
import { startWebhookReceiver } from './webhookReceiver.ts'
import { startCarriers } from './kit.ts'

/** Our reference of every message that a fixture sends. */
export const REF = 'e2c9a1f0-1a52-4f0e-8a44-5f3d0c9b7e21'

/** Starts a simulated carrier with an account, and a receiver for its webhooks. */
export async function createCarrierFixture<Name extends CarrierName>(carrier: Carrier<Name>, numbers?: object[]) {
  const carriers = await startCarriers()
  const account = await carriers.openAccount(carrier.name, numbers ? { numbers } : {})
  const credentials = account.credentials as Credentials<Name>
  const [firstNumber] = account.numbers as [(typeof account.numbers)[0]]
  const number = { e164: firstNumber.phone_number, carrierNumberId: firstNumber.id }
  const webhooks = await startWebhookReceiver(carrier.name)
  const send = (to: string, timeoutMs = 400) =>
    carrier.sendSms(credentials, { from: number.e164, to, body: 'hi', ref: REF, statusUrl: `${webhooks.url}/${REF}`, timeoutMs })
  return { carriers, account, credentials, number, webhooks, send }
}
