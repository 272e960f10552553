import { badRequest, DomainError } from '../../kernel/vocabulary/errors.ts'
import { DOCUMENT_BYTES, type KnowledgeFileInput } from '../../inputs/knowledgeBases.ts'
import { textOfHtml } from './htmlText.ts'

/** The media types of text files, by file extension. */
const TYPES: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
  htm: 'text/html',
}

/** The request to a worker thread to read a file's text. */
export interface KnowledgeFileQuestion {
  task: 'knowledgeFile'
  file: KnowledgeFileInput
}

/**
 * Reads a file's text and media type. For a worker thread (`jobs/fileReader.ts`). Throws BAD_REQUEST for a file that is not text, is empty,
 * or exceeds the document limit.
 */
export function read({ fileName, contentType, content, contentBase64 }: KnowledgeFileInput): { contentType: string; content: string } {
  const type = typeOf(fileName, contentType)
  if ((content == null) === (contentBase64 == null)) throw new DomainError('BAD_REQUEST', 'Send the file as either content or contentBase64.')
  const source = (content ?? decodeBase64(contentBase64!)).replace(/^\uFEFF/, '')
  const text = type === 'text/html' ? textOfHtml(source) : source
  if (text.trim() === '') throw badRequest('document_without_text')
  if (Buffer.byteLength(text) > DOCUMENT_BYTES) throw badRequest('document_too_large')
  return { contentType: type, content: text }
}

function typeOf(fileName: string, contentType: string | null | undefined): string {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const type = contentType == null ? TYPES[extension] : contentType.split(';', 1)[0]!.trim().toLowerCase()
  if (!type || !Object.values(TYPES).includes(type))
    throw badRequest('document_type_unsupported', { type: contentType ?? (extension && `.${extension}`) ?? null })
  return type
}

/** Whether the text is base64, with line breaks anywhere and at most two padding characters. */
const isBase64 = (text: string) => /^[A-Za-z0-9+/]*={0,2}$/.test(text.replace(/\s+/g, ''))

function decodeBase64(base64: string): string {
  if (!isBase64(base64)) throw new DomainError('BAD_REQUEST', 'contentBase64 is not valid base64.')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
    if (!text.includes('\0')) return text
  } catch {}
  throw badRequest('document_not_text')
}
