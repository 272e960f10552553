import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { WalCost } from '../../bench/wal/count.ts'
import { countCalls } from '../../bench/wal/run.ts'

type Table = Record<string, WalCost>
const FILE = new URL('../../bench/walCosts.json', import.meta.url)
const COMMAND = 'npm run bench:costs'
const CALLS = 6
/** By how much the figures of a table may differ: a share, or what a table with little has in any run. Two webhooks can arrive together on a busy machine. */
const TOLERANCES = { bytes: { share: 0.12, least: 150 }, records: { share: 0.15, least: 2 } }
/** How often the dialer looks between two calls and how many steps the simulator stores together depends on the speed of the machine. */
const SHARES: Record<string, number> = { campaigns: 0.4, simulator_records: 0.4 }

/** Calls eight leads one after the other, about half a minute each way on a busy machine. */
test('a finished call writes no more and no less to the log of PostgreSQL than its rows of the table say', { timeout: 400_000 }, async () => {
  const counted = round(await countCalls(CALLS))
  if (process.env.SAVE_COSTS) return writeFileSync(FILE, `${JSON.stringify(counted, null, 2)}\n`)
  const table = JSON.parse(readFileSync(FILE, 'utf8')) as Table
  const names = [...new Set([...Object.keys(counted), ...Object.keys(table)])]
  const differences = names.flatMap((name) => differencesOf(name, counted[name], table[name]))
  expect(differences, `If the change is meant, run "${COMMAND}" and commit the table.`).toEqual([])
})

const NOTHING: WalCost = { bytes: 0, records: 0 }
const differencesOf = (name: string, counted = NOTHING, listed = NOTHING) =>
  (['bytes', 'records'] as const)
    .filter((part) => Math.abs(counted[part] - listed[part]) > Math.max(TOLERANCES[part].least, listed[part] * (SHARES[name] ?? TOLERANCES[part].share)))
    .map((part) => `${name}: ${counted[part]} ${part} a call, listed are ${listed[part]}`)

/** Largest first, without what is less than 100 bytes a call. */
function round(counted: Table): Table {
  const entries = Object.entries(counted).filter(([, { bytes }]) => bytes >= 100)
  const total = entries.reduce((sum, [, cost]) => ({ bytes: sum.bytes + cost.bytes, records: sum.records + cost.records }), NOTHING)
  const rounded = ({ bytes, records }: WalCost) => ({ bytes: Math.round(bytes), records: Math.round(records * 10) / 10 })
  return Object.fromEntries([['all', total] as const, ...entries.sort((a, b) => b[1].bytes - a[1].bytes)].map(([name, cost]) => [name, rounded(cost)]))
}
