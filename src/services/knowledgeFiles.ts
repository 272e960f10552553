import { badInput } from '../errors.ts'
import { DOCUMENT_BYTES, type KnowledgeFileInput } from '../inputs/knowledgeBases.ts'

/** Files that are text, by media type and by the end of their names. */
const TYPES: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
  htm: 'text/html',
}

/** What a file says, and its media type. BAD_INPUT for what is no text, is empty, or holds more than a document may. */
export function read({ fileName, contentType, content, contentBase64 }: KnowledgeFileInput): { contentType: string; content: string } {
  const type = typeOf(fileName, contentType)
  if ((content == null) === (contentBase64 == null)) throw badInput('Give the file either as content or as contentBase64')
  const whole = (content ?? decoded(contentBase64!)).replace(/^\uFEFF/, '')
  const text = type === 'text/html' ? textOfHtml(whole) : whole
  if (text.trim() === '') throw badInput('The file holds no text')
  if (Buffer.byteLength(text) > DOCUMENT_BYTES) throw badInput('A document holds at most 1 MiB of text')
  return { contentType: type, content: text }
}

function typeOf(fileName: string, given: string | null | undefined): string {
  const end = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const type = given == null ? TYPES[end] : given.split(';', 1)[0]!.trim().toLowerCase()
  if (!type || !Object.values(TYPES).includes(type))
    throw badInput(`Files of ${given ?? (end ? `.${end}` : 'this kind')} cannot be read: give .txt, .md, .csv, .json or .html`)
  return type
}

function decoded(base64: string): string {
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(base64)) throw badInput('contentBase64 is not base64')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
    if (!text.includes('\0')) return text
  } catch {}
  throw badInput('The file is not text in UTF-8')
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', ndash: '–', mdash: '—', hellip: '…' }

/** What a page says to who reads it: without scripts, styles and tags, a line for each block. */
function textOfHtml(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<(script|style|template|noscript|head)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/<\/?(p|div|br|hr|li|ul|ol|dl|dt|dd|tr|table|h[1-6]|section|article|header|footer|main|nav|blockquote|pre|form)\b[^>]*>/gi, '\n')
    .replace(/<\/?(td|th)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x?[0-9a-f]{1,6}|\w{1,10});/gi, (entity, name: string) => characterOf(name) ?? entity)
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  const isCharacter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}
