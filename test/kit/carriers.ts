import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import { until } from './until.ts'

/** An account at a simulated carrier, as the simulator tells of it. */
export interface Told {
  carrier: CarrierName
  id: string
  credentials: Record<string, string>
  numbers: { id: string; phone_number: string; inbound_url: string | null }[]
}

/** A text that a simulated carrier took, as the simulator tells of it. */
export interface ToldText {
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

/** What can be asked of the simulator at that address about its carriers. */
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
  const messages = (carrier: CarrierName) => control<ToldText[]>('GET', `/carriers/${carrier}/messages`)
  const accounts = async () => (await control<{ accounts: Told[] }>('GET', '/carriers')).accounts
  return {
    accounts,
    /** The ready account. */
    account: async (carrier: CarrierName) => (await accounts()).find((one) => one.carrier === carrier)!,
    /** Another account. */
    open: (carrier: CarrierName, opening: object = {}) => control<Told>('POST', `/carriers/${carrier}/accounts`, opening),
    messages,
    /** Waits until all is told of a text. */
    finished: (carrier: CarrierName, id: string) =>
      until(`the end of ${id}`, async () => (await messages(carrier)).find((one) => one.id === id && one.finished)),
    /** Somebody texts a number. */
    somebodyTexts: (text: { from: string; to: string; body: string; media?: string[]; carrier?: CarrierName }) => control<ToldText>('POST', '/sms', text),
    /** What Sinch's customer does on its dashboard. */
    setSinchCallback: (account: string, url: string | null) => control('PUT', `/carriers/sinch/accounts/${account}/callback`, { url }),
    fault: (fault: object) => control('POST', '/faults', fault),
    /** What the vendors were asked, in order. */
    requests: () => control<{ method: string; path: string; body: unknown; status: number | null; response: unknown }[]>('GET', '/requests'),
  }
}
