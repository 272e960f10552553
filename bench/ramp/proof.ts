import type pg from 'pg'
import type { Delivery, Evidence } from './evidence.ts'
import { LEDGER_CLAIMS } from './ledgerClaims.ts'

/** Something that must be true of every call, with what was found to break it. */
export interface Claim {
  claim: string
  /** How many were looked at. */
  checked: number
  breaches: string[]
}

interface OurCall {
  id: number
  providerCallId: string | null
  toNumber: string
  isFinished: boolean
}

const CALLS = `
  select id, provider_call_id as "providerCallId", to_number as "toNumber", finished_at is not null as "isFinished" from calls where direction = 'outbound' order by id`

/** Compares what the product has stored with what the voice provider and the customers' server have seen. */
export async function prove(client: pg.ClientBase, { dialed, deliveries, statistics }: Evidence): Promise<Claim[]> {
  const { rows: calls } = await client.query<OurCall>(CALLS)
  const claims = [
    { claim: 'Every call has ended and is finished.', checked: calls.length, breaches: calls.filter(({ isFinished }) => !isFinished).map(nameOf) },
    ...compareWithProvider(calls, dialed),
    compareWithReceiver(calls, deliveries),
  ]
  for (const { claim, checked, breaches } of LEDGER_CLAIMS) {
    const { rows: counts } = await client.query<{ count: number }>(checked)
    const { rows: found } = await client.query<{ breach: string }>(breaches)
    claims.push({ claim, checked: counts[0]!.count, breaches: found.map(({ breach }) => breach) })
  }
  return [...claims, { claim: 'The statistics agree with the calls and the ledger.', checked: calls.length, breaches: statistics }]
}

const nameOf = ({ id }: { id: number }) => `call ${id}`

function compareWithProvider(calls: OurCall[], dialed: Evidence['dialed']): Claim[] {
  const ours = new Map(calls.filter(({ providerCallId }) => providerCallId !== null).map((call) => [call.providerCallId, call]))
  const theirs = new Map(dialed.map((call) => [call.providerCallId, call]))
  const isOurs = ({ providerCallId, toNumber }: Evidence['dialed'][number]) => ours.get(providerCallId)?.toNumber === toNumber
  return [
    {
      claim: 'Every call that the voice provider placed is one call of a workspace.',
      checked: dialed.length,
      breaches: dialed.filter((call) => !isOurs(call)).map(({ providerCallId, toNumber }) => `${providerCallId} to ${toNumber}`),
    },
    {
      claim: 'Every call that counts as placed was placed by the voice provider.',
      checked: ours.size,
      breaches: [...ours.values()].filter(({ providerCallId }) => !theirs.has(providerCallId!)).map(nameOf),
    },
  ]
}

function compareWithReceiver(calls: OurCall[], deliveries: Delivery[]): Claim {
  const received = new Map<number, number>()
  for (const { callId } of deliveries.filter(({ type }) => type === 'call.completed')) received.set(callId, (received.get(callId) ?? 0) + 1)
  const known = new Set(calls.map(({ id }) => id))
  const wrong = calls.filter(({ id }) => received.get(id) !== 1).map(({ id }) => `call ${id}: ${received.get(id) ?? 0} events`)
  const unknown = [...received.keys()].filter((id) => !known.has(id)).map((id) => `an event of the unknown call ${id}`)
  return { claim: 'Every call was reported to its customer in one `call.completed`.', checked: calls.length, breaches: [...wrong, ...unknown] }
}
