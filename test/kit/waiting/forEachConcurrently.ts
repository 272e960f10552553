/** Runs `work` for each item, a few at a time. */
export async function forEachConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>, concurrency = 4) {
  const remaining = items.values()
  const worker = async () => {
    for (const item of remaining) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
