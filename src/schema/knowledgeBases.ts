import DataLoader from 'dataloader'
import type { KnowledgeBase as KnowledgeBaseRow, KnowledgeDocument as KnowledgeDocumentRow } from '../generated/prisma/client.ts'
import { KnowledgeBaseChanges, KnowledgeBaseInput, KnowledgeDocumentChanges, KnowledgeFileInput, KnowledgeTextInput } from '../inputs/knowledgeBases.ts'
import { rowId } from '../kernel/db/rows.ts'
import * as knowledgeBases from '../services/knowledge/knowledgeBases.ts'
import * as knowledgeDocuments from '../services/knowledge/knowledgeDocuments.ts'
import { actorOf, builder, LONG_INPUT } from './builder.ts'
import type { Context } from './context.ts'
import { inputFromZod } from './inputs.ts'
import { connection } from './page.ts'
import { needs, selectedColumns } from './selection.ts'

const BASE = 'Knowledge base'
const DOCUMENT = 'Knowledge document'

const KnowledgeCopy = builder.objectRef<knowledgeBases.Copy>('KnowledgeCopy').implement({
  description: 'What a version of a knowledge base has at a voice provider',
  fields: (t) => ({
    id: t.exposeID('id'),
    voiceEngine: t.string({ resolve: ({ engine }) => engine }),
    version: t.exposeInt('version'),
    state: t.exposeString('state', { description: 'syncing, ready, failed, or retired when it is about to be deleted' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed' }),
  }),
})

const KnowledgeDocument = builder.objectRef<KnowledgeDocumentRow>('KnowledgeDocument').implement({
  description: 'A text, or what a file says',
  fields: (t) => ({
    id: t.exposeID('id'),
    title: t.exposeString('title'),
    fileName: t.exposeString('fileName', { nullable: true, description: 'Null for a text' }),
    contentType: t.exposeString('contentType'),
    bytes: t.exposeInt('bytes'),
    content: t.exposeString('content'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

const KnowledgeBaseUser = builder.objectRef<knowledgeBases.User>('KnowledgeBaseUser').implement({
  description: 'An active agent, or a campaign that may still call, that answers from a knowledge base',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'agent or campaign' }),
    id: t.exposeID('id'),
    name: t.exposeString('name'),
  }),
})

const KnowledgeBase = builder.objectRef<KnowledgeBaseRow>('KnowledgeBase').implement({
  description: 'Texts and files that agents answer from',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true }),
    version: t.exposeInt('version', { description: 'Grows with every change' }),
    documentCount: t.int({ ...needs(), resolve: async ({ id }, _, ctx) => (await loadersOf(ctx).sizes.load(id))?.documents ?? 0 }),
    bytes: t.int({ ...needs(), resolve: async ({ id }, _, ctx) => (await loadersOf(ctx).sizes.load(id))?.bytes ?? 0 }),
    copies: t.field({ ...needs(), type: [KnowledgeCopy], resolve: ({ id }, _, ctx) => loadersOf(ctx).copies.load(id) }),
    usedBy: t.field({
      ...needs(),
      type: [KnowledgeBaseUser],
      description: 'Who keeps it from being deleted',
      resolve: ({ id }, _, ctx) => knowledgeBases.users(actorOf(ctx), id),
    }),
    documents: t.connection({
      ...needs(),
      type: KnowledgeDocument,
      description: 'Newest first',
      resolve: async ({ id }, { first, after }, ctx, info) =>
        connection(await knowledgeDocuments.list(actorOf(ctx), id, { first, after }, selectedColumns(info, knowledgeDocuments.FIELDS)), after),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  knowledgeBases: t.connection({
    type: KnowledgeBase,
    authScopes: { scope: 'agents:read' },
    resolve: async (_, { first, after }, ctx, info) =>
      connection(await knowledgeBases.list(actorOf(ctx), { first, after }, selectedColumns(info, knowledgeBases.FIELDS)), after),
  }),
  knowledgeBase: t.field({
    type: KnowledgeBase,
    authScopes: { scope: 'agents:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => knowledgeBases.get(actorOf(ctx), rowId(id, BASE)),
  }),
  knowledgeDocument: t.field({
    type: KnowledgeDocument,
    authScopes: { scope: 'agents:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => knowledgeDocuments.get(actorOf(ctx), rowId(id, DOCUMENT)),
  }),
}))

const BaseInputType = inputFromZod('KnowledgeBaseInput', KnowledgeBaseInput)
const BaseChangesType = inputFromZod('KnowledgeBaseChanges', KnowledgeBaseChanges)
const TextInputType = inputFromZod('KnowledgeTextInput', KnowledgeTextInput)
const FileInputType = inputFromZod('KnowledgeFileInput', KnowledgeFileInput)
const DocumentChangesType = inputFromZod('KnowledgeDocumentChanges', KnowledgeDocumentChanges)

builder.mutationFields((t) => ({
  createKnowledgeBase: t.field({
    type: KnowledgeBase,
    authScopes: { scope: 'agents:write' },
    args: { input: t.arg({ type: BaseInputType, required: true }) },
    resolve: (_, { input }, ctx) => knowledgeBases.create(actorOf(ctx), input),
  }),
  updateKnowledgeBase: t.field({
    type: KnowledgeBase,
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: BaseChangesType, required: true }) },
    resolve: (_, { id, input }, ctx) => knowledgeBases.update(actorOf(ctx), rowId(id, BASE), input),
  }),
  deleteKnowledgeBase: t.field({
    type: KnowledgeBase,
    description: 'Refused with CONFLICT while an active agent, or a campaign that may still call, uses it',
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => knowledgeBases.remove(actorOf(ctx), rowId(id, BASE)),
  }),
  addKnowledgeText: t.field({
    type: KnowledgeDocument,
    authScopes: { scope: 'agents:write' },
    extensions: LONG_INPUT,
    args: { knowledgeBaseId: t.arg.id({ required: true }), input: t.arg({ type: TextInputType, required: true }) },
    resolve: (_, { knowledgeBaseId, input }, ctx) => knowledgeDocuments.addText(actorOf(ctx), rowId(knowledgeBaseId, BASE), input),
  }),
  addKnowledgeFile: t.field({
    type: KnowledgeDocument,
    description: 'Keeps the text of a file: .txt, .md, .csv, .json or .html',
    authScopes: { scope: 'agents:write' },
    extensions: LONG_INPUT,
    args: { knowledgeBaseId: t.arg.id({ required: true }), input: t.arg({ type: FileInputType, required: true }) },
    resolve: (_, { knowledgeBaseId, input }, ctx) => knowledgeDocuments.addFile(actorOf(ctx), rowId(knowledgeBaseId, BASE), input),
  }),
  updateKnowledgeDocument: t.field({
    type: KnowledgeDocument,
    authScopes: { scope: 'agents:write' },
    extensions: LONG_INPUT,
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: DocumentChangesType, required: true }) },
    resolve: (_, { id, input }, ctx) => knowledgeDocuments.update(actorOf(ctx), rowId(id, DOCUMENT), input),
  }),
  removeKnowledgeDocument: t.field({
    type: KnowledgeBase,
    description: 'Answers the knowledge base without the document',
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => knowledgeDocuments.remove(actorOf(ctx), rowId(id, DOCUMENT)),
  }),
}))

interface Loaders {
  sizes: DataLoader<number, { documents: number; bytes: number } | undefined>
  copies: DataLoader<number, knowledgeBases.Copy[]>
}
const loaders = new WeakMap<Context, Loaders>()

/** What knowledge bases hold, read once for all of them in an operation; not kept, since a mutation may come before the next look. */
function loadersOf(ctx: Context): Loaders {
  const known = loaders.get(ctx)
  if (known) return known
  const made: Loaders = {
    sizes: new DataLoader(
      async (ids) => {
        const sizes = await knowledgeBases.sizes(actorOf(ctx), ids)
        return ids.map((id) => sizes.get(id))
      },
      { cache: false },
    ),
    copies: new DataLoader(
      async (ids) => {
        const copies = await knowledgeBases.copies(actorOf(ctx), ids)
        return ids.map((id) => copies.get(id) ?? [])
      },
      { cache: false },
    ),
  }
  loaders.set(ctx, made)
  return made
}
