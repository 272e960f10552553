import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseMicros } from '../../src/kernel/lib/money.ts'
import { PLANS, STORAGE_MB } from '../../src/kernel/vocabulary/plans.ts'
import { costOf, priceOf } from '../../src/services/billing/pricing.ts'

const page = readFileSync('docs/billing.md', 'utf8')

test('the table of plans has the current values', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| (\d+) (MB|GB) \|$/gm)]
  const documented = rows.map(([, name, ...cells]) => {
    const [includedMinutes, rpm, rpd, concurrentCalls] = cells.slice(0, 4).map((cell) => Number(cell!.replaceAll(',', '')))
    return [name, { includedMinutes, rpm, rpd, concurrentCalls }]
  })
  expect(Object.fromEntries(documented)).toEqual(PLANS)
  const storage = rows.map(([, name, , , , , size, unit]) => [name, Number(size) * (unit === 'GB' ? 1_000 : 1)])
  expect(Object.fromEntries(storage)).toEqual(STORAGE_MB)
})

test('the example is charged at the current price', () => {
  const { cost, cost_lines } = JSON.parse(/^```json\n(\{\n {2}"cost"[^]*?)^```$/m.exec(page)![1]!)
  const { perMinute } = priceOf('+442071234567')
  expect(parseMicros(cost)).toBe(costOf(cost_lines[1].seconds, perMinute))
  expect(parseMicros(cost_lines[1].unit_price)).toBe(perMinute)
  expect(cost_lines.map(({ amount }: { amount: string }) => amount)).toEqual(['0.0000', cost])
})
