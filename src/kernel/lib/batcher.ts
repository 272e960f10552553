/** How items are gathered. `keyOf` identifies items of which only the first runs. `sizeOf` is in any unit, `maxSize` in the same. */
interface BatchOptions<Item, Result> {
  run(items: readonly Item[]): Promise<readonly Result[]>
  keyOf(item: Item): string
  sizeOf(item: Item): number
  maxItems: number
  maxSize: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Returns a function that runs an item together with those that arrive while an earlier batch runs. One batch runs at a time. If a batch
 * fails, each of its items runs alone, so that only the cause of the failure is refused. An item whose key is waiting or running resolves to
 * undefined once the first one has succeeded.
 */
export function createBatcher<Item, Result>({ run, keyOf, sizeOf, maxItems, maxSize }: BatchOptions<Item, Result>) {
  const waiting: Waiting<Item, Result>[] = []
  const active = new Map<string, Promise<Result>>()
  let running = false

  function takeBatch(): Waiting<Item, Result>[] {
    let [count, size] = [0, 0]
    while (count < waiting.length && count < maxItems && (count === 0 || size + sizeOf(waiting[count]!.item) <= maxSize)) size += sizeOf(waiting[count++]!.item)
    return waiting.splice(0, count)
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      if (batch.length === 1) return batch[0]!.reject(error)
      for (const one of batch) await settle([one])
    }
  }

  async function drain() {
    running = true
    // Requests of one moment are read one after another, in callbacks of their own.
    await new Promise(setImmediate)
    while (waiting.length > 0) await settle(takeBatch())
    running = false
  }

  return function runBatched(item: Item): Promise<Result | undefined> {
    const key = keyOf(item)
    const first = active.get(key)
    if (first) return first.then(() => undefined)
    const result = new Promise<Result>((resolve, reject) => waiting.push({ item, resolve, reject })).finally(() => active.delete(key))
    active.set(key, result)
    if (!running) void drain()
    return result
  }
}
