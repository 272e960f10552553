import { afterEach, expect, test, vi } from 'vitest'
import { createBatcher } from '../../src/kernel/lib/batcher.ts'

/** A batcher whose runs wait until they are released, in order. */
function createHeldBatcher({ fails = [] as string[], maxItems = 100, maxSize = 1_000 } = {}) {
  const runs: string[][] = []
  const held: (() => void)[] = []
  let isOpen = false
  const run = async (items: readonly string[]) => {
    runs.push([...items])
    if (!isOpen) await new Promise<void>((resolve) => held.push(resolve))
    if (items.some((item) => fails.includes(item))) throw new Error(`cannot run ${items.join()}`)
    return items.map((item) => `${item}!`)
  }
  const runBatched = createBatcher({ run, keyOf: (item: string) => item, sizeOf: (item) => item.length, maxItems, maxSize })
  const open = () => {
    isOpen = true
    for (const release of held.splice(0)) release()
  }
  return { runs, runBatched, open }
}

test('items that arrive while a batch runs form the next one, and each gets its own result', async () => {
  const { runs, runBatched, open } = createHeldBatcher()
  const first = runBatched('a')
  await expect.poll(() => runs).toEqual([['a']])
  const others = Promise.all(['b', 'c', 'd'].map(runBatched))
  open()
  expect([await first, await others]).toEqual(['a!', ['b!', 'c!', 'd!']])
  expect(runs).toEqual([['a'], ['b', 'c', 'd']])
})

test('a batch has at most so many items and so much content, but a larger item runs alone', async () => {
  const { runs, runBatched, open } = createHeldBatcher({ maxItems: 3, maxSize: 5 })
  open()
  await Promise.all(['1', '2', '3', '4', '55555', '7777777', '8'].map(runBatched))
  expect(runs).toEqual([['1', '2', '3'], ['4'], ['55555'], ['7777777'], ['8']])
})

test('one item that fails fails alone', async () => {
  const { runs, runBatched, open } = createHeldBatcher({ fails: ['b'] })
  open()
  const results = await Promise.allSettled(['a', 'b', 'c'].map(runBatched))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual(['a!', 'Error: cannot run b', 'c!'])
  expect(runs).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']])
})

test('a repeated item runs once, and its repetition succeeds or fails with it', async () => {
  const { runs, runBatched, open } = createHeldBatcher({ fails: ['b'] })
  const all = Promise.allSettled(['a', 'b', 'a', 'b'].map(runBatched))
  open()
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  // Together, and then alone.
  expect(runs.flat().filter((item) => item === 'a')).toHaveLength(2)
  expect(await runBatched('a')).toBe('a!')
})

afterEach(() => void vi.useRealTimers())

test('with an interval, the first item does not wait, and those that follow soon are gathered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const runs: string[][] = []
  const run = (items: readonly string[]) => (runs.push([...items]), Promise.resolve(items))
  const runBatched = createBatcher({ run, sizeOf: () => 1, maxItems: 100, maxSize: 100, intervalMs: 50 })
  await runBatched('a')
  const b = runBatched('b')
  await new Promise(setImmediate)
  const both = Promise.all([b, runBatched('c')])
  expect(runs).toEqual([['a']])
  vi.advanceTimersByTime(50)
  await both
  expect(runs).toEqual([['a'], ['b', 'c']])
})
