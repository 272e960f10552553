import type { Document as DocumentRow } from '../generated/prisma/client.ts'
import { DocumentChanges, DocumentInput } from '../inputs/documents.ts'
import { parseRowId } from '../kernel/db/rows.ts'
import * as documents from '../services/documentation/documents.ts'
import * as documentPassages from '../services/documentation/documentPassages.ts'
import * as documentSearch from '../services/documentation/documentSearch.ts'
import { actorOf, builder, LONG_INPUT } from './base/builder.ts'
import { inputFromZod } from './base/inputs.ts'
import { connection } from './base/page.ts'
import { needs, selectedColumns } from './base/selection.ts'

const DOCUMENT = 'Document'

const Document = builder.objectRef<DocumentRow>('Document').implement({
  description: 'Page of documentation, either from Callwright or from the workspace.',
  fields: (t) => ({
    id: t.exposeID('id'),
    slug: t.exposeString('slug', { description: 'Name of the page in URLs, the same in every language.' }),
    language: t.exposeString('language', { description: 'Language as a BCP-47 tag.' }),
    title: t.exposeString('title'),
    url: t.exposeString('url', { description: 'URL path of the page.' }),
    body: t.exposeString('body', { description: 'Text of the page in Markdown.' }),
    isOwn: t.boolean({
      ...needs('workspaceId'),
      description: 'Whether the page belongs to the workspace. Only these pages can be changed.',
      resolve: ({ workspaceId }) => workspaceId !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

const Passage = builder.objectRef<documentPassages.Passage>('DocumentPassage').implement({
  description: 'Passage of a page that answers a search.',
  fields: (t) => ({
    heading: t.exposeString('heading', { nullable: true, description: 'Heading of its section. `null` before the first heading.' }),
    text: t.exposeString('text', { description: 'About 200 characters of the section, as plain text.' }),
  }),
})

const SearchResult = builder.objectRef<documentSearch.SearchResult & { passage: documentPassages.Passage | null }>('DocumentSearchResult').implement({
  description: 'Result of a documentation search.',
  fields: (t) => ({
    title: t.exposeString('title'),
    slug: t.exposeString('slug'),
    url: t.exposeString('url', { description: 'URL path of the page.' }),
    snippet: t.exposeString('snippet', { description: 'First 200 characters of the text.' }),
    language: t.exposeString('language', { description: 'Language as a BCP-47 tag.' }),
    score: t.exposeFloat('score', { description: 'Relevance from 0.0 to 1.0, comparable within a language.' }),
    passage: t.expose('passage', { type: Passage, nullable: true, description: 'Passage with most of the words. `null` if the page was deleted.' }),
  }),
})

builder.queryFields((t) => ({
  documentSearch: t.field({
    type: [SearchResult],
    description: 'Search the documentation of Callwright and the workspace. Results in the requested language come first, then those with a higher score.',
    authScopes: { scope: 'documents:read' },
    args: {
      q: t.arg.string({ required: true, description: 'Words to search for, at least 2 characters.' }),
      locale: t.arg.string({ required: true, defaultValue: 'en-US', description: 'Preferred language as a BCP-47 tag.' }),
    },
    resolve: async (_, { q, locale }, ctx) => {
      const { results } = await documentSearch.search(actorOf(ctx), { q, locale })
      const passages = await documentPassages.findPassages(actorOf(ctx), q, results)
      return results.map((result, index) => ({ ...result, passage: passages[index] ?? null }))
    },
  }),
  document: t.field({
    type: Document,
    description: "Get a page of documentation. A page of the workspace replaces Callwright's page with the same name.",
    authScopes: { scope: 'documents:read' },
    args: {
      slug: t.arg.string({ required: true, description: 'Name of the page in URLs.' }),
      language: t.arg.string({ required: true, defaultValue: 'en-US', description: 'Language as a BCP-47 tag.' }),
    },
    resolve: (_, { slug, language }, ctx) => documents.get(actorOf(ctx), slug, language),
  }),
  documents: t.connection({
    type: Document,
    description: 'List pages of documentation, newest first.',
    authScopes: { scope: 'documents:read' },
    args: {
      language: t.arg.string({ description: 'Only pages in this language.' }),
      own: t.arg.boolean({ description: 'Only pages of the workspace, or with `false` only pages from Callwright.' }),
    },
    resolve: async (_, { first, after, language, own }, ctx, info) =>
      connection(await documents.list(actorOf(ctx), { first, after }, { language, own }, selectedColumns(info, documents.FIELDS)), after),
  }),
}))

builder.mutationFields((t) => ({
  createDocument: t.field({
    type: Document,
    description: 'Create a page of documentation in the workspace. `CONFLICT` if the language already has a page with this slug.',
    authScopes: { scope: 'documents:write' },
    extensions: LONG_INPUT,
    args: { input: t.arg({ type: inputFromZod('DocumentInput', DocumentInput), required: true }) },
    resolve: (_, { input }, ctx) => documents.create(actorOf(ctx), input),
  }),
  updateDocument: t.field({
    type: Document,
    description: 'Update a page of documentation in the workspace.',
    authScopes: { scope: 'documents:write' },
    extensions: LONG_INPUT,
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('DocumentChanges', DocumentChanges), required: true }) },
    resolve: (_, { id, input }, ctx) => documents.update(actorOf(ctx), parseRowId(id, DOCUMENT), input),
  }),
  deleteDocument: t.field({
    type: Document,
    description: 'Delete a page of documentation from the workspace.',
    authScopes: { scope: 'documents:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => documents.remove(actorOf(ctx), parseRowId(id, DOCUMENT)),
  }),
}))
