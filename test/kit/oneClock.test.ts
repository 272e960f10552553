import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clock, nowMs, sleep } from '../../src/kernel/lib/clock.ts'
import { HOUR, pass } from './clock.ts'

/** The clock itself, commands of an operator, and the age of a file, which the machine's own time tells. */
const OWN_TIME = /^(kernel\/lib\/clock\.ts|kernel\/crypto\/keyStores\.ts|smoke\/.*|generated\/.*)$/

test('every moment is told by the one clock, which tests can set', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !OWN_TIME.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => /\bDate\.now\(\)|\bnew Date\(\)/.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([])
})

test('what waits for the clock goes on when it is moved there, and not before', async () => {
  pass(0)
  const gone: string[] = []
  const waits = [1, 2, 3].map(async (hours) => (await sleep(hours * HOUR), gone.push(`${hours} h`)))
  clock.after(2 * HOUR, () => gone.push('never'))()
  const began = nowMs()
  pass(2 * HOUR)
  await Promise.all(waits.slice(0, 2))
  expect([nowMs() - began, gone]).toEqual([2 * HOUR, ['1 h', '2 h']])
  pass(HOUR)
  await waits[2]
  expect(gone).toEqual(['1 h', '2 h', '3 h'])
})
