import { XMLParser } from 'fast-xml-parser'

/** Parses elements to objects and repeated elements to arrays. Entities are not decoded. */
const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, processEntities: false })

const NAMED: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** The maximum length, because parsing is synchronous. Many times the size of a carrier's page of numbers. */
const MAX_CHARACTERS = 96 * 1024

/** Parses a document; null if it is invalid or longer than `MAX_CHARACTERS`. */
export function readXml(text: string): unknown {
  if (text.length > MAX_CHARACTERS) return null
  try {
    return decodeEntities(parser.parse(text))
  } catch {
    return null
  }
}

/** Decodes the predefined XML entities only: a document cannot define others. */
function decodeEntities(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => NAMED[name]!)
  if (Array.isArray(value)) return value.map(decodeEntities)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, decodeEntities(inner)]))
}

/** Content of an element: text, elements, or the same element several times. */
export type Content = string | undefined | Content[] | { [name: string]: Content }

/** Writes an element with its content; undefined content is omitted. */
export function writeXml(name: string, content: Content): string {
  if (content === undefined) return ''
  if (Array.isArray(content)) return content.map((each) => writeXml(name, each)).join('')
  if (typeof content === 'string') return `<${name}>${content.replace(/[<>"'&]/g, (sign) => `&${nameOf(sign)};`)}</${name}>`
  const inside = Object.entries(content).map(([inner, value]) => writeXml(inner, value))
  return `<${name}>${inside.join('')}</${name}>`
}

const nameOf = (sign: string) => Object.keys(NAMED).find((name) => NAMED[name] === sign)!
