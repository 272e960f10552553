import type { Ask } from './api.ts'
import type { Context } from './context.ts'
import { json } from './text.ts'

interface Page {
  items: object[]
  data?: object[]
  has_more: boolean
  next_cursor: string | null
}

/** Every page, written as it comes: tables below each other, or one JSON object of all the rows, whose number does not matter. */
export async function allPages(context: Context, request: Omit<Ask, 'signal'>, columns: readonly string[]): Promise<void> {
  const { output } = context
  let rows = 0
  for (let cursor = request.query?.cursor; ;) {
    const { items, data: _, has_more, next_cursor, ...beside } = (await context.ask({ ...request, query: { ...request.query, cursor } })) as Page
    if (!output.json) await output.page({ items }, columns)
    else await output.write(`${rows === 0 ? '{"items":[' : items.length > 0 ? ',' : ''}${items.map((item) => json(item)).join(',')}`)
    rows += items.length
    if (!has_more || next_cursor === null) {
      if (output.json)
        await output.write(
          `],"has_more":false,"next_cursor":null${json(beside)
            .slice(1, -1)
            .replace(/^(?=.)/, ',')}}\n`,
        )
      return output.note(`${rows} in all`)
    }
    cursor = next_cursor
  }
}
