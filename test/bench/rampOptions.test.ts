import { expect, test } from 'vitest'
import { phoneOf } from '../../bench/ramp/leads.ts'
import { mostCallsOf, readOptions } from '../../bench/ramp/options.ts'

test('without options, the load is a thousand calls at once in 20 workspaces for ten minutes at real speed, with a kill', () => {
  expect(readOptions([])).toMatchObject({ calls: 1000, workspaces: 20, minutes: 10, servers: 2, speed: 1, rate: 20, kills: true, saves: false })
})

test.for([
  [['--calls', '1001'], /at most 1000 calls/],
  [['--minutes', '60'], /keeps 20000 calls/],
  [['--calls', '5', '--workspaces', '6'], /Each workspace needs a call/],
  [['--minutes', '0.5'], /must have started halfway/],
  [['--servers', '1.5'], /--servers must be a whole number/],
  [['--speed', 'fast'], /--speed must be a number/],
] as const)('a load that cannot be measured is refused with a sentence: %s', ([args, sentence]) => {
  expect(() => readOptions([...args])).toThrow(sentence)
})

test('every call of the largest load has a lead with a number of its own', () => {
  const most = mostCallsOf(readOptions([]))
  const numbers = new Set(Array.from({ length: most }, (_, nth) => phoneOf(nth)))
  expect(numbers.size).toBe(most)
  expect([...numbers].filter((number) => !/^\+1[2-9]\d\d[2-9]\d\d(0100|0009)$/.test(number))).toEqual([])
})
