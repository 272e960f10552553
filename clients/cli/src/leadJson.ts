import { usage } from './errors.ts'

/** Maximum length of a row in characters, above what any server accepts. */
const MAX_LENGTH = 12 * 1024 * 1024

export interface Item {
  value: Record<string, unknown>
  /** Line where the object begins, from 1. */
  line: number
}

/** Yields the objects of a JSON list or of newline-delimited JSON. Throws a usage Failure if the input is neither. */
export async function* readItems(chunks: AsyncIterable<string>): AsyncGenerator<Item> {
  let isList: boolean | null = null
  let isOver = false
  let depth = 0
  let inText = false
  let isEscaped = false
  let line = 1
  let startLine = 1
  let text = ''
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk[at]!
      if (character === '\n') line++
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (character === '\\') isEscaped = true
        else if (character === '"') inText = false
      } else if (depth > 0) {
        if (character === '"') inText = true
        else if (character === '{' || character === '[') depth++
        else if ((character === '}' || character === ']') && --depth === 0) {
          yield { value: parseObject(text + chunk.slice(from, at + 1), startLine), line: startLine }
          text = ''
        }
      } else if (character === '{' && !isOver) {
        isList ??= false
        depth = 1
        from = at
        startLine = line
      } else if (character === '[' && isList === null) isList = true
      else if (character === ']' && isList && !isOver) isOver = true
      else if (!/[\s\ufeff]/.test(character) && !(character === ',' && isList && !isOver)) throw usage(`Line ${line}: expected a JSON object`)
    }
    if (depth > 0) text += chunk.slice(from)
    if (text.length > MAX_LENGTH) throw usage(`Line ${startLine}: the row is too long. Use a JSON list of rows, or one row per line`)
  }
  if (depth > 0 || (isList && !isOver)) throw usage('The file ends unexpectedly')
}

function parseObject(text: string, line: number): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw usage(`Line ${line}: the object that starts here is not valid JSON`)
  }
}
