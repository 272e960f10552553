import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clock, nowMs, sleep } from '../../../src/kernel/lib/clock.ts'
import { HOUR, advanceClock } from './clock.ts'

/** Files that use the machine's time: the clock itself, commands of a server administrator, and the age of a file. */
const OWN_TIME = /^(kernel\/lib\/clock\.ts|kernel\/crypto\/keyStores\.ts|smoke\/.*|generated\/.*)$/

test('every time comes from one clock that tests can set', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !OWN_TIME.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => /\bDate\.now\(\)|\bnew Date\(\)/.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([])
})

test('what waits for the clock continues when the clock reaches it, and not before', async () => {
  advanceClock(0)
  const finished: string[] = []
  const waits = [1, 2, 3].map(async (hours) => (await sleep(hours * HOUR), finished.push(`${hours} h`)))
  clock.after(2 * HOUR, () => finished.push('never'))()
  const began = nowMs()
  advanceClock(2 * HOUR)
  await Promise.all(waits.slice(0, 2))
  expect([nowMs() - began, finished]).toEqual([2 * HOUR, ['1 h', '2 h']])
  advanceClock(HOUR)
  await waits[2]
  expect(finished).toEqual(['1 h', '2 h', '3 h'])
})
