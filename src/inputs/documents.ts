import { z } from 'zod'
import { byteLength } from '../kernel/lib/text.ts'
import { Name, text } from './common.ts'

/** The maximum size of a document in UTF-8, and the maximum number of documents per workspace. */
export const DOCUMENT_BYTES = 100_000
export const DOCUMENTS_PER_WORKSPACE = 2_000

const MAX_QUERY_LENGTH = 400

const isTag = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** A language tag in its canonical form. */
export const Language = z
  .string()
  .refine((tag) => tag.length <= 35 && isTag(tag), { error: 'value is not a BCP-47 language tag', params: { type: 'value_error.language' } })

const lengthOf = (words: string) => Array.from(words).length

/** A documentation search (spec: Internal endpoint). Accepts any characters; those that are not words are ignored. */
export const DocumentSearchInput = z.object({
  q: z
    .string()
    .refine((words) => lengthOf(words.trim()) >= 2, {
      error: 'ensure this value has at least 2 characters',
      params: { type: 'value_error.str.min_length', details: { limit: 2 } },
    })
    .refine((words) => words.length <= 2 * MAX_QUERY_LENGTH && lengthOf(words) <= MAX_QUERY_LENGTH, {
      error: `ensure this value has at most ${MAX_QUERY_LENGTH} characters`,
      params: { type: 'value_error.str.max_length', details: { limit: MAX_QUERY_LENGTH } },
    }),
  locale: Language.default('en-US'),
})

/** The name of a page in URLs. */
export const Slug = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)

const body = text(DOCUMENT_BYTES, 1).refine((value) => byteLength(value) <= DOCUMENT_BYTES, {
  error: `ensure this value has at most ${DOCUMENT_BYTES} bytes`,
  params: { type: 'value_error.str.max_length', reason: 'too_many_bytes', details: { limit: DOCUMENT_BYTES } },
})

/** A workspace's own page of documentation. */
export const DocumentInput = z.object({
  title: Name.describe('Title of the page.'),
  body: body.describe('Text of the page in Markdown, up to 100,000 bytes.'),
  language: Language.transform((tag) => Intl.getCanonicalLocales(tag)[0]!)
    .default('en-US')
    .describe('Language of the page, as a BCP-47 tag. Defaults to `en-US`.'),
  slug: Slug.nullish().describe('Name of the page in URLs: lowercase letters, digits and hyphens. Defaults to a name made from the title.'),
})
export type DocumentInput = z.output<typeof DocumentInput>

export const DocumentChanges = z.object({
  title: Name.optional().describe('Title of the page.'),
  body: body.optional().describe('Text of the page in Markdown, up to 100,000 bytes.'),
  slug: Slug.optional().describe('Name of the page in URLs: lowercase letters, digits and hyphens.'),
})
export type DocumentChanges = z.output<typeof DocumentChanges>
