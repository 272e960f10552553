import type { z } from 'zod'
import { parseReply } from '../http.ts'
import type { Send } from '../http.ts'

/** Small, because an assistant carries its prompt, and a finished call its transcript. */
const PAGE_SIZE = 25

/** Everything that a list of Vapi's has, newest first, page by page: each page begins where the one before ended. */
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
    for (const one of newItems) {
      seen.add(one.id)
      yield one
    }
    const oldest = page.flatMap(({ createdAt }) => createdAt ?? []).sort()[0]
    if (page.length < PAGE_SIZE || newItems.length === 0 || !oldest) return
    params.set('createdAtLe', oldest)
  }
}
