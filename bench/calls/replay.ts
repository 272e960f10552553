import type pg from 'pg'

/** A call of the product's campaign as the provider reported it: its ID and the bodies of its webhooks in order. */
export interface ReportedCall {
  id: string
  events: string[]
}

/** Reads the webhooks that the product has stored. */
export async function readReportedCalls(client: pg.ClientBase): Promise<ReportedCall[]> {
  const { rows } = await client.query<ReportedCall>(
    `select body::json -> 'call' ->> 'call_id' as id, array_agg(body::text order by id) as events
     from provider_events where provider = 'retell' and body::json -> 'call' ->> 'call_id' is not null group by 1`,
  )
  return rows
}

/** Sends the same calls to a server: places each, then sends its webhooks in order, with some calls at a time. */
export async function replay(url: string, calls: readonly ReportedCall[], concurrency = 16) {
  const waiting = calls.values()
  const send = async (path: string, body: string) => {
    const res = await fetch(`${url}${path}`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
    if (!res.ok) throw new Error(`${path}: ${res.status}`)
  }
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const { id, events } of waiting) {
        await send('/calls', JSON.stringify({ call_id: id }))
        for (const event of events) await send('/events', event)
      }
    }),
  )
}
