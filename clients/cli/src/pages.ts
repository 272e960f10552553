import type { ApiRequest } from './api.ts'
import type { Context } from './context.ts'
import { json } from './text.ts'

interface Page {
  items: object[]
  data?: object[]
  has_more: boolean
  next_cursor: string | null
}

/** Prints every page as it arrives: as tables, or as one JSON object that streams any number of rows. */
export async function printAllPages(context: Context, request: Omit<ApiRequest, 'signal'>, columns: readonly string[]): Promise<void> {
  const { output } = context
  let rows = 0
  for (let cursor = request.query?.cursor; ;) {
    const { items, data: _, has_more, next_cursor, ...beside } = (await context.request({ ...request, query: { ...request.query, cursor } })) as Page
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
      return output.note(`${rows} in total`)
    }
    cursor = next_cursor
  }
}
