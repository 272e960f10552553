/** Does that for each item, a few at a time. */
export async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>, atOnce = 4) {
  const open = items.values()
  const worker = async () => {
    for (const item of open) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
