import type { Document as DocumentRow } from '../generated/prisma/client.ts'
import { DocumentChanges, DocumentInput } from '../inputs/documents.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as documents from '../services/documentation/documents.ts'
import * as documentSearch from '../services/documentation/documentSearch.ts'
import { actorOf, builder, LONG_INPUT } from './builder.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'
import { needs, selectedColumns } from './selection.ts'

const DOCUMENT = 'Document'

const Document = builder.objectRef<DocumentRow>('Document').implement({
  description: "A page of documentation: one of the product's, or a workspace's own",
  fields: (t) => ({
    id: t.exposeID('id'),
    slug: t.exposeString('slug', { description: 'The same in every language of a page' }),
    language: t.exposeString('language', { description: 'BCP-47' }),
    title: t.exposeString('title'),
    url: t.exposeString('url', { description: 'A URL path' }),
    body: t.exposeString('body', { description: 'Markdown' }),
    isOwn: t.boolean({
      ...needs('workspaceId'),
      description: "Whether it is the workspace's own, which alone can be changed",
      resolve: ({ workspaceId }) => workspaceId !== null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

const SearchResult = builder.objectRef<documentSearch.SearchResult>('DocumentSearchResult').implement({
  fields: (t) => ({
    title: t.exposeString('title'),
    slug: t.exposeString('slug'),
    url: t.exposeString('url', { description: 'A URL path' }),
    snippet: t.exposeString('snippet', { description: 'The first 200 characters of its text' }),
    language: t.exposeString('language', { description: 'BCP-47' }),
    score: t.exposeFloat('score', { description: '0.0 to 1.0, higher is better; comparable within a language' }),
  }),
})

builder.queryFields((t) => ({
  documentSearch: t.field({
    type: [SearchResult],
    description: "Searches the product's documentation and the workspace's own: the language asked for first, then by score",
    authScopes: { scope: 'documents:read' },
    args: { q: t.arg.string({ required: true }), locale: t.arg.string({ required: true, defaultValue: 'en-US' }) },
    resolve: async (_, { q, locale }, ctx) => (await documentSearch.search(actorOf(ctx), { q, locale })).results,
  }),
  document: t.field({
    type: Document,
    description: "The workspace's own page of this name, else the product's",
    authScopes: { scope: 'documents:read' },
    args: { slug: t.arg.string({ required: true }), language: t.arg.string({ required: true, defaultValue: 'en-US' }) },
    resolve: (_, { slug, language }, ctx) => documents.get(actorOf(ctx), slug, language),
  }),
  documents: t.connection({
    type: Document,
    description: 'Newest first',
    authScopes: { scope: 'documents:read' },
    args: { language: t.arg.string(), own: t.arg.boolean({ description: "Only the workspace's own, or with false only the product's" }) },
    resolve: async (_, { first, after, language, own }, ctx, info) =>
      connection(await documents.list(actorOf(ctx), { first, after }, { language, own }, selectedColumns(info, documents.FIELDS)), after),
  }),
}))

builder.mutationFields((t) => ({
  createDocument: t.field({
    type: Document,
    description: 'Refused with CONFLICT for a slug that a document of the language has',
    authScopes: { scope: 'documents:write' },
    extensions: LONG_INPUT,
    args: { input: t.arg({ type: inputFromZod('DocumentInput', DocumentInput), required: true }) },
    resolve: (_, { input }, ctx) => documents.create(actorOf(ctx), input),
  }),
  updateDocument: t.field({
    type: Document,
    authScopes: { scope: 'documents:write' },
    extensions: LONG_INPUT,
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: inputFromZod('DocumentChanges', DocumentChanges), required: true }) },
    resolve: (_, { id, input }, ctx) => documents.update(actorOf(ctx), rowId(id, DOCUMENT), input),
  }),
  deleteDocument: t.field({
    type: Document,
    authScopes: { scope: 'documents:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => documents.remove(actorOf(ctx), rowId(id, DOCUMENT)),
  }),
}))
