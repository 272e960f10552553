import type pg from 'pg'
import type { DialedCall } from './evidence.ts'

const PAGE = 1_000

/** Asks the simulator, over the provider's API, for all calls that it has placed. */
export async function listDialedCalls(client: pg.ClientBase): Promise<DialedCall[]> {
  const { rows } = await client.query<{ value: { url: string; retellApiKey: string } }>(`select value from settings where key = 'simulator'`)
  const { url, retellApiKey } = rows[0]!.value
  const dialed: DialedCall[] = []
  for (let after: string | undefined, hasMore = true; hasMore;) {
    const res = await fetch(`${url}/retell/v3/list-calls`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${retellApiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ limit: PAGE, sort_order: 'ascending', pagination_key: after }),
    })
    if (!res.ok) throw new Error(`The simulator does not list its calls: ${res.status} ${await res.text()}`)
    const page = (await res.json()) as { items: { call_id: string; to_number: string }[]; has_more: boolean; pagination_key?: string }
    dialed.push(...page.items.map(({ call_id, to_number }) => ({ providerCallId: call_id, toNumber: to_number })))
    hasMore = page.has_more
    after = page.pagination_key
  }
  return dialed
}
