/** How items are gathered. */
interface BatchOptions<Item, Result, Group> {
  run(items: readonly Item[], group: Group): Promise<readonly Result[]>
  /** Identifies items of which only the first runs. Without it, all run. */
  keyOf?(item: Item): string
  /** Items of different groups are in batches of their own, which run at the same time. */
  groupOf?(item: Item): Group
  /** In any unit, `maxSize` in the same. Without them, only items are counted. */
  sizeOf?(item: Item): number
  maxItems: number
  maxSize?: number
  /** How long a batch waits after the start of the one before, so that more items are together when there are many. The first doesn't wait. */
  intervalMs?: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Returns a function that runs an item together with those that arrive while an earlier batch of their group runs. One batch of a group runs at
 * a time. If a batch fails, each of its items runs alone, so that only the cause of the failure is refused. An item whose key is waiting or
 * running resolves to undefined once the first one has succeeded.
 */
export function createBatcher<Item, Result, Group = unknown>({
  run,
  keyOf,
  groupOf,
  sizeOf = () => 0,
  maxItems,
  maxSize = Infinity,
  intervalMs,
}: BatchOptions<Item, Result, Group>) {
  const groups = new Map<Group, Waiting<Item, Result>[]>()
  const active = new Map<string, Promise<Result>>()

  function takeBatch(waiting: Waiting<Item, Result>[]): Waiting<Item, Result>[] {
    let [count, size] = [0, 0]
    while (count < waiting.length && count < maxItems && (count === 0 || size + sizeOf(waiting[count]!.item) <= maxSize)) size += sizeOf(waiting[count++]!.item)
    return waiting.splice(0, count)
  }

  async function settle(group: Group, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(
        batch.map(({ item }) => item),
        group,
      )
      batch.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      if (batch.length === 1) return batch[0]!.reject(error)
      for (const one of batch) await settle(group, [one])
    }
  }

  const interval = () => intervalMs && new Promise((resolve) => setTimeout(resolve, intervalMs))

  async function drain(group: Group, waiting: Waiting<Item, Result>[]) {
    // Requests of one moment are read one after another, in callbacks of their own.
    await new Promise(setImmediate)
    while (waiting.length > 0) await Promise.all([settle(group, takeBatch(waiting)), interval()])
    groups.delete(group)
  }

  function enqueue(item: Item): Promise<Result> {
    const group = groupOf?.(item) as Group
    const known = groups.get(group)
    const waiting = known ?? []
    const result = new Promise<Result>((resolve, reject) => waiting.push({ item, resolve, reject }))
    if (known) return result
    groups.set(group, waiting)
    void drain(group, waiting)
    return result
  }

  return function runBatched(item: Item): Promise<Result | undefined> {
    const key = keyOf?.(item)
    if (key === undefined) return enqueue(item)
    const first = active.get(key)
    if (first) return first.then(() => undefined)
    const result = enqueue(item).finally(() => active.delete(key))
    active.set(key, result)
    return result
  }
}
