import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { Client } from '../kit/clients/client.ts'
import type { Product } from '../kit/server/product.ts'

export const ENDED = ['completed', 'no_answer', 'busy', 'voicemail', 'failed', 'canceled']

const micros = (text: string) => Math.round(Number(text) * 1e6)

/** Lists all items, page by page. Calls that were not sent, because the provider failed, are calls as well, so there may be any number. */
async function listAll<Item>(key: Client, path: string, cursor: string | null = null): Promise<Item[]> {
  const { items, next_cursor: next } = (await key.get(`${path}?limit=100${cursor ? `&cursor=${cursor}` : ''}`)).body as {
    items: Item[]
    next_cursor: string | null
  }
  return next ? [...items, ...(await listAll<Item>(key, path, next))] : items
}

/** Expects of the demo workspace, all of whose calls have ended, that none was placed twice, and that each is charged and counted once. Returns the calls. */
export async function expectExactBooks(server: Product, env: Record<string, string> = {}) {
  const key = server.client()
  const items = await listAll<{ id: number }>(key, '/calls')
  const calls = await Promise.all(items.map(async ({ id }) => (await key.get(`/calls/${id}`)).body))

  // The simulator's own record of calls, at most one for each of the server's.
  const { simulator } = server.demo()
  const state = (await (await fetch(`${simulator!.url}/simulator/state`)).json()) as { calls: { id: string }[] }
  const ours = calls.map((call) => call.provider_call_id).filter(Boolean)
  expect(new Set(ours).size).toBe(ours.length)
  const withoutId = calls.filter((call) => !call.provider_call_id).map(({ id, status, ended_reason }) => ({ id, status, ended_reason }))
  expect(new Set(state.calls.map(({ id }) => id)), `Calls without the provider's ID: ${JSON.stringify(withoutId)}`).toEqual(new Set(ours))
  expect(state.calls.length).toBe(ours.length)

  const { wallet, ledgerEntries } = await key.gql<any>('{ wallet { balance reserved } ledgerEntries(first: 100) { nodes { amount type ref } } }')
  expect(micros(wallet.reserved)).toBe(0)
  expect(ledgerEntries.nodes.reduce((sum: number, { amount }: { amount: string }) => sum + micros(amount), 0)).toBe(micros(wallet.balance))
  const charged = ledgerEntries.nodes.filter(({ type: kind }: { type: string }) => kind === 'call').map(({ ref }: { ref: string }) => ref)
  expect(new Set(charged).size).toBe(charged.length)
  expect(charged.length).toBeGreaterThan(0)
  expect(new Set(charged)).toEqual(new Set(calls.filter((call) => Number(call.cost) > 0).map((call) => String(call.id))))
  const { billingUsage } = await key.gql<any>('{ billingUsage { usedMinutes calls } }')
  const seconds = calls.reduce((sum, call) => sum + (call.duration_seconds ?? 0), 0)
  expect(billingUsage.calls).toBe(calls.length)
  expect(billingUsage.usedMinutes).toBeCloseTo(seconds / 60, 1)

  // The statistics equal the sums of the rows, whatever was killed while counting.
  const admin = ['dist/src/admin/main.js', 'stats', 'verify', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, admin, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: server.dataDir, ...env },
  })
  expect(JSON.parse(stdout)).toMatchObject({ differences: 0 })
  const { current, active_calls } = (await key.get('/analytics/workspace')).body
  expect({ calls: current.calls, active_calls }).toEqual({ calls: calls.length, active_calls: 0 })
  expect(micros(current.cost)).toBe(calls.reduce((sum, call) => sum + micros(call.cost), 0))
  return calls
}
