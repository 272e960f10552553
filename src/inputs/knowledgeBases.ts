import { z } from 'zod'
import { byteLength } from '../kernel/lib/text.ts'
import { Name, text } from './common.ts'

/** What a knowledge base holds at most. As many documents as Retell takes files at once; sizes are of UTF-8. */
export const DOCUMENTS_PER_BASE = 25
export const DOCUMENT_BYTES = 1024 * 1024
export const BASE_BYTES = 10 * 1024 * 1024
/** How many bases an agent answers from, or a campaign adds. */
export const BASES_AT_ONCE = 20

export const KnowledgeBaseInput = z.object({
  name: Name.describe('Shown in lists'),
  description: text(1_000).nullish().describe('What it is about; tells the language model when to look into it'),
})
export type KnowledgeBaseInput = z.output<typeof KnowledgeBaseInput>

export const KnowledgeBaseChanges = KnowledgeBaseInput.partial()
export type KnowledgeBaseChanges = z.output<typeof KnowledgeBaseChanges>

const content = text(DOCUMENT_BYTES, 1)
  .refine((value) => byteLength(value) <= DOCUMENT_BYTES, {
    error: `ensure this value has at most ${DOCUMENT_BYTES} bytes`,
    params: { type: 'value_error.str.max_length' },
  })
  .refine((value) => value.trim() !== '', { error: 'ensure this value has at least 1 characters', params: { type: 'value_error.str.min_length' } })

export const KnowledgeTextInput = z.object({
  title: Name.describe('What the text is about'),
  content: content.describe('The text, of at most 1 MiB'),
})
export type KnowledgeTextInput = z.output<typeof KnowledgeTextInput>

export const KnowledgeDocumentChanges = KnowledgeTextInput.partial()
export type KnowledgeDocumentChanges = z.output<typeof KnowledgeDocumentChanges>

export const KnowledgeFileInput = z.object({
  fileName: Name.describe('Its end tells what the file is: .txt, .md, .csv, .json or .html'),
  contentType: text(200, 1).nullish().describe('Its media type, such as text/csv; what its name says when absent'),
  content: content.nullish().describe('The file as text, of at most 1 MiB'),
  contentBase64: z
    .string()
    .max(Math.ceil(DOCUMENT_BYTES / 3) * 4 + 8)
    .nullish()
    .describe('The file as base64, instead of `content`'),
})
export type KnowledgeFileInput = z.output<typeof KnowledgeFileInput>
