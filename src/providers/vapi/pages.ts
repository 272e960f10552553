import type { z } from 'zod'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'

/** Small, because assistants contain prompts, and finished calls contain transcripts. */
const PAGE_SIZE = 25

/** Reads all items of a list, newest first. Each page starts at the oldest item of the previous one. */
export async function* listAll<Item extends { id: string; createdAt: string | null }>(
  send: Send,
  path: string,
  item: z.ZodType<Item>,
  query: Record<string, string> = {},
): AsyncGenerator<Item> {
  const params = new URLSearchParams({ ...query, limit: String(PAGE_SIZE) })
  const seen = new Set<string>()
  for (;;) {
    const { body } = await send({ method: 'GET', path: `${path}?${params}`, effect: 'safe' })
    const page = parseReply(item.array(), body)
    const newItems = page.filter(({ id }) => !seen.has(id))
    for (const newItem of newItems) {
      seen.add(newItem.id)
      yield newItem
    }
    const oldest = page.flatMap(({ createdAt }) => createdAt ?? []).sort()[0]
    if (page.length < PAGE_SIZE || newItems.length === 0 || !oldest) return
    params.set('createdAtLe', oldest)
  }
}
