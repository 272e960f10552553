import { z } from 'zod'
import { byteLength } from '../kernel/lib/text.ts'
import { Name, text } from './common.ts'

/** The maximum number of documents, which is Retell's limit of files per request, and the maximum sizes in UTF-8. */
export const DOCUMENTS_PER_BASE = 25
export const DOCUMENT_BYTES = 1024 * 1024
export const BASE_BYTES = 10 * 1024 * 1024
/** The maximum number of knowledge bases of an agent or a campaign. */
export const BASES_AT_ONCE = 20

export const KnowledgeBaseInput = z.object({
  name: Name.describe('Name of the knowledge base.'),
  description: text(1_000).nullish().describe('What the knowledge base is about. Helps the agent decide when to use it.'),
})
export type KnowledgeBaseInput = z.output<typeof KnowledgeBaseInput>

export const KnowledgeBaseChanges = KnowledgeBaseInput.partial()
export type KnowledgeBaseChanges = z.output<typeof KnowledgeBaseChanges>

const content = text(DOCUMENT_BYTES, 1)
  .refine((value) => byteLength(value) <= DOCUMENT_BYTES, {
    error: `ensure this value has at most ${DOCUMENT_BYTES} bytes`,
    params: { type: 'value_error.str.max_length', reason: 'too_many_bytes', details: { limit: DOCUMENT_BYTES } },
  })
  .refine((value) => value.trim() !== '', {
    error: 'ensure this value has at least 1 characters',
    params: { type: 'value_error.str.min_length', details: { limit: 1 } },
  })

export const KnowledgeTextInput = z.object({
  title: Name.describe('Title of the document.'),
  content: content.describe('Text of the document, up to 1 MiB.'),
})
export type KnowledgeTextInput = z.output<typeof KnowledgeTextInput>

export const KnowledgeDocumentChanges = KnowledgeTextInput.partial()
export type KnowledgeDocumentChanges = z.output<typeof KnowledgeDocumentChanges>

export const KnowledgeFileInput = z.object({
  fileName: Name.describe('Name of the file, ending in `.txt`, `.md`, `.csv`, `.json` or `.html`.'),
  contentType: text(200, 1).nullish().describe('Media type of the file, such as `text/csv`. Defaults to the type of the file extension.'),
  content: content.nullish().describe('Content of the file as text, up to 1 MiB.'),
  contentBase64: z
    .string()
    .max(Math.ceil(DOCUMENT_BYTES / 3) * 4 + 8)
    .nullish()
    .describe('Content of the file as base64, instead of `content`.'),
})
export type KnowledgeFileInput = z.output<typeof KnowledgeFileInput>
