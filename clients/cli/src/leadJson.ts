import { usage } from './errors.ts'

/** So long one row may be, in characters: longer than any that a server takes. */
const MAX_LENGTH = 12 * 1024 * 1024

export interface Item {
  value: Record<string, unknown>
  /** The line where it begins, from 1. */
  line: number
}

/** The objects of a list in JSON, or those that stand below each other (NDJSON), one after the other. Throws a usage Failure where it is neither. */
export async function* itemsOf(chunks: AsyncIterable<string>): AsyncGenerator<Item> {
  let isList: boolean | null = null
  let isOver = false
  let depth = 0
  let inText = false
  let isEscaped = false
  let line = 1
  let begun = 1
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
          yield { value: parsed(text + chunk.slice(from, at + 1), begun), line: begun }
          text = ''
        }
      } else if (character === '{' && !isOver) {
        isList ??= false
        depth = 1
        from = at
        begun = line
      } else if (character === '[' && isList === null) isList = true
      else if (character === ']' && isList && !isOver) isOver = true
      else if (!/[\s\ufeff]/.test(character) && !(character === ',' && isList && !isOver)) throw usage(`Line ${line}: here should be an object in JSON`)
    }
    if (depth > 0) text += chunk.slice(from)
    if (text.length > MAX_LENGTH) throw usage(`Line ${begun}: one row is too long. Give a list of rows, or one below the other`)
  }
  if (depth > 0 || (isList && !isOver)) throw usage('The file ends in the middle')
}

function parsed(text: string, line: number): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw usage(`Line ${line}: the object that begins here is no JSON`)
  }
}
