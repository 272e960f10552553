import { XMLParser } from 'fast-xml-parser'

/** Elements as objects, their text as text; elements that repeat are lists. Entities stay as they are written. */
const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: false })

const NAMED: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Many times what a page of numbers takes; it is read at a stretch. */
const MAX_CHARACTERS = 96 * 1024

/** What a document holds; null when it is none, or longer than an answer may be. */
export function readXml(text: string): unknown {
  if (text.length > MAX_CHARACTERS) return null
  try {
    return plain(parser.parse(text))
  } catch {
    return null
  }
}

/** Only the entities that XML itself names are known: a document cannot define others. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => NAMED[name]!)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}

/** What an element can hold: text, elements, or the same element several times. */
export type Content = string | undefined | Content[] | { [name: string]: Content }

/** An element and what it holds; what is undefined is left out. */
export function writeXml(name: string, content: Content): string {
  if (content === undefined) return ''
  if (Array.isArray(content)) return content.map((each) => writeXml(name, each)).join('')
  if (typeof content === 'string') return `<${name}>${content.replace(/[<>"'&]/g, (sign) => `&${nameOf(sign)};`)}</${name}>`
  const inside = Object.entries(content).map(([inner, value]) => writeXml(inner, value))
  return `<${name}>${inside.join('')}</${name}>`
}

const nameOf = (sign: string) => Object.keys(NAMED).find((name) => NAMED[name] === sign)!
