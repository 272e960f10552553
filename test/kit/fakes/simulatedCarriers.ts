import type { CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import { waitFor } from '../waiting/waitFor.ts'

/** An account at a simulated carrier, as the simulator shows it. */
export interface SimulatedAccount {
  carrier: CarrierName
  id: string
  credentials: Record<string, string>
  numbers: { id: string; phone_number: string; inbound_url: string | null }[]
}

/** A message at a simulated carrier, as the simulator shows it. */
export interface SimulatedMessage {
  id: string
  carrier: CarrierName
  direction: 'inbound' | 'outbound'
  from: string
  to: string
  body: string
  ref: string | null
  status_url: string | null
  status: string
  receipts: number | null
  finished: boolean
}

/** A client of the simulator at this URL, for its carriers. */
export function simulatedCarriers(url: string) {
  async function control<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${url}/simulator${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text}`)
    return (text === '' ? null : JSON.parse(text)) as Answer
  }
  const messages = (carrier: CarrierName) => control<SimulatedMessage[]>('GET', `/carriers/${carrier}/messages`)
  const accounts = async () => (await control<{ accounts: SimulatedAccount[] }>('GET', '/carriers')).accounts
  return {
    accounts,
    /** The built-in account. */
    account: async (carrier: CarrierName) => (await accounts()).find((one) => one.carrier === carrier)!,
    /** Opens another account. */
    openAccount: (carrier: CarrierName, opening: object = {}) => control<SimulatedAccount>('POST', `/carriers/${carrier}/accounts`, opening),
    messages,
    /** Waits until a message has its final delivery status. */
    waitForFinished: (carrier: CarrierName, id: string) =>
      waitFor(`the end of ${id}`, async () => (await messages(carrier)).find((one) => one.id === id && one.finished)),
    /** Sends a message from a contact to a number. */
    sendInboundMessage: (text: { from: string; to: string; body: string; media?: string[]; carrier?: CarrierName }) =>
      control<SimulatedMessage>('POST', '/sms', text),
    /** Sets the callback URL, which a customer of Sinch does in its dashboard. */
    setSinchCallback: (account: string, url: string | null) => control('PUT', `/carriers/sinch/accounts/${account}/callback`, { url }),
    fault: (fault: object) => control('POST', '/faults', fault),
    /** The requests to the vendors, oldest first. */
    requests: () => control<{ method: string; path: string; body: unknown; status: number | null; response: unknown }[]>('GET', '/requests'),
  }
}
