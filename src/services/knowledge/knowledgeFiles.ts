import { badInput } from '../../kernel/vocabulary/errors.ts'
import { DOCUMENT_BYTES, type KnowledgeFileInput } from '../../inputs/knowledgeBases.ts'
import { textOfHtml } from './htmlText.ts'

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

/** What a thread can be asked about a file: what it says. */
export interface KnowledgeFileQuestion {
  task: 'knowledgeFile'
  file: KnowledgeFileInput
}

/** What a file says, and its media type. For a thread (`jobs/fileReader.ts`). BAD_REQUEST for what is no text, is empty, or holds more than a document may. */
export function read({ fileName, contentType, content, contentBase64 }: KnowledgeFileInput): { contentType: string; content: string } {
  const type = typeOf(fileName, contentType)
  if ((content == null) === (contentBase64 == null)) throw badInput('Send the file as either content or contentBase64.')
  const whole = (content ?? decoded(contentBase64!)).replace(/^\uFEFF/, '')
  const text = type === 'text/html' ? textOfHtml(whole) : whole
  if (text.trim() === '') throw badInput('The file contains no text.')
  if (Buffer.byteLength(text) > DOCUMENT_BYTES) throw badInput('A document can have at most 1 MiB of text.')
  return { contentType: type, content: text }
}

function typeOf(fileName: string, given: string | null | undefined): string {
  const end = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const type = given == null ? TYPES[end] : given.split(';', 1)[0]!.trim().toLowerCase()
  if (!type || !Object.values(TYPES).includes(type))
    throw badInput(`Files of type ${given ?? (end ? `.${end}` : 'unknown')} are not supported. Use .txt, .md, .csv, .json or .html.`)
  return type
}

/** With line ends anywhere, and at most two signs that fill up the last four. */
const isBase64 = (text: string) => /^[A-Za-z0-9+/]*={0,2}$/.test(text.replace(/\s+/g, ''))

function decoded(base64: string): string {
  if (!isBase64(base64)) throw badInput('contentBase64 is not valid base64.')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
    if (!text.includes('\0')) return text
  } catch {}
  throw badInput('The file is not UTF-8 text.')
}
