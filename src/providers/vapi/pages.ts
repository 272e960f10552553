import type { z } from 'zod'
import { understood } from '../http.ts'
import type { Send } from '../http.ts'

/** Small, because an assistant carries its prompt, and a finished call its transcript. */
const PAGE = 25

/** Everything that a list of Vapi's has, newest first, page by page: each page begins where the one before ended. */
export async function* listed<Item extends { id: string; createdAt: string | null }>(
  send: Send,
  path: string,
  item: z.ZodType<Item>,
  query: Record<string, string> = {},
): AsyncGenerator<Item> {
  const asked = new URLSearchParams({ ...query, limit: String(PAGE) })
  const seen = new Set<string>()
  for (;;) {
    const { body } = await send({ method: 'GET', path: `${path}?${asked}`, effect: 'safe' })
    const page = understood(item.array(), body)
    const news = page.filter(({ id }) => !seen.has(id))
    for (const one of news) {
      seen.add(one.id)
      yield one
    }
    const oldest = page.flatMap(({ createdAt }) => createdAt ?? []).sort()[0]
    if (page.length < PAGE || news.length === 0 || !oldest) return
    asked.set('createdAtLe', oldest)
  }
}
