import DataLoader from 'dataloader'
import type { KnowledgeBase as KnowledgeBaseRow, KnowledgeDocument as KnowledgeDocumentRow } from '../generated/prisma/client.ts'
import { KnowledgeBaseChanges, KnowledgeBaseInput, KnowledgeDocumentChanges, KnowledgeFileInput, KnowledgeTextInput } from '../inputs/knowledgeBases.ts'
import { parseRowId } from '../kernel/db/rows.ts'
import * as knowledgeBaseRemoval from '../services/agents/knowledgeBaseRemoval.ts'
import * as knowledgeBases from '../services/knowledge/knowledgeBases.ts'
import * as knowledgeDocuments from '../services/knowledge/knowledgeDocuments.ts'
import { actorOf, builder, LONG_INPUT } from './base/builder.ts'
import type { Context } from './base/context.ts'
import { inputFromZod } from './base/inputs.ts'
import { connection } from './base/page.ts'
import { needs, selectedColumns } from './base/selection.ts'
import { VoiceEngine } from './enums/calls.ts'
import { KnowledgeSyncStatus, ReferenceType } from './enums/workspace.ts'

const BASE = 'Knowledge base'
const DOCUMENT = 'Knowledge document'

const KnowledgeBaseSync = builder.objectRef<knowledgeBases.Copy>('KnowledgeBaseSync').implement({
  description: 'Copy of a knowledge base at a voice provider.',
  fields: (t) => ({
    id: t.exposeID('id'),
    voiceEngine: t.field({ type: VoiceEngine, resolve: ({ engine }) => engine }),
    version: t.exposeInt('version', { description: 'Version of the knowledge base that the copy has.' }),
    status: t.expose('status', { type: KnowledgeSyncStatus }),
    error: t.exposeString('error', { nullable: true, description: 'Why the sync failed. `null` if it did not fail.' }),
  }),
})

const KnowledgeDocument = builder.objectRef<KnowledgeDocumentRow>('KnowledgeDocument').implement({
  description: 'Document of a knowledge base.',
  fields: (t) => ({
    id: t.exposeID('id'),
    title: t.exposeString('title'),
    fileName: t.exposeString('fileName', { nullable: true, description: 'Name of the uploaded file. `null` if the document was entered as text.' }),
    contentType: t.exposeString('contentType', { description: 'Media type of the document.' }),
    bytes: t.exposeInt('bytes', { description: 'Size in bytes.' }),
    content: t.exposeString('content', { description: 'Text of the document.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

const KnowledgeBaseReference = builder.objectRef<knowledgeBases.KnowledgeUser>('KnowledgeBaseReference').implement({
  description: 'Active agent or unfinished campaign that uses a knowledge base.',
  fields: (t) => ({
    type: t.expose('kind', { type: ReferenceType }),
    id: t.exposeID('id'),
    name: t.exposeString('name'),
  }),
})

const KnowledgeBase = builder.objectRef<KnowledgeBaseRow>('KnowledgeBase').implement({
  description: 'Documents that agents use to answer questions.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    description: t.exposeString('description', { nullable: true, description: 'What the knowledge base is about. Helps the agent decide when to use it.' }),
    version: t.exposeInt('version', { description: 'Version, which increases with every change.' }),
    documentCount: t.int({
      ...needs(),
      description: 'Number of documents.',
      resolve: async ({ id }, _, ctx) => (await loadersOf(ctx).sizes.load(id))?.documents ?? 0,
    }),
    bytes: t.int({
      ...needs(),
      description: 'Size of all documents in bytes.',
      resolve: async ({ id }, _, ctx) => (await loadersOf(ctx).sizes.load(id))?.bytes ?? 0,
    }),
    syncs: t.field({
      ...needs(),
      type: [KnowledgeBaseSync],
      description: 'Copies at voice providers.',
      resolve: ({ id }, _, ctx) => loadersOf(ctx).copies.load(id),
    }),
    usedBy: t.field({
      ...needs(),
      type: [KnowledgeBaseReference],
      description: 'Agents and campaigns that use the knowledge base. It can be deleted only if there are none.',
      resolve: ({ id }, _, ctx) => knowledgeBases.listUsers(actorOf(ctx), id),
    }),
    documents: t.connection({
      ...needs(),
      type: KnowledgeDocument,
      description: 'Documents, newest first.',
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
    description: 'List knowledge bases, newest first.',
    authScopes: { scope: 'agents:read' },
    resolve: async (_, { first, after }, ctx, info) =>
      connection(await knowledgeBases.list(actorOf(ctx), { first, after }, selectedColumns(info, knowledgeBases.FIELDS)), after),
  }),
  knowledgeBase: t.field({
    type: KnowledgeBase,
    description: 'Get a knowledge base.',
    authScopes: { scope: 'agents:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => knowledgeBases.get(actorOf(ctx), parseRowId(id, BASE)),
  }),
  knowledgeDocument: t.field({
    type: KnowledgeDocument,
    description: 'Get a document of a knowledge base.',
    authScopes: { scope: 'agents:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => knowledgeDocuments.get(actorOf(ctx), parseRowId(id, DOCUMENT)),
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
    description: 'Create a knowledge base.',
    authScopes: { scope: 'agents:write' },
    args: { input: t.arg({ type: BaseInputType, required: true }) },
    resolve: (_, { input }, ctx) => knowledgeBases.create(actorOf(ctx), input),
  }),
  updateKnowledgeBase: t.field({
    type: KnowledgeBase,
    description: 'Update the name or description of a knowledge base.',
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: BaseChangesType, required: true }) },
    resolve: (_, { id, input }, ctx) => knowledgeBases.update(actorOf(ctx), parseRowId(id, BASE), input),
  }),
  deleteKnowledgeBase: t.field({
    type: KnowledgeBase,
    description: 'Delete a knowledge base. `CONFLICT` if an active agent or an unfinished campaign uses it.',
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => knowledgeBaseRemoval.remove(actorOf(ctx), parseRowId(id, BASE)),
  }),
  addKnowledgeText: t.field({
    type: KnowledgeDocument,
    description: 'Add text to a knowledge base.',
    authScopes: { scope: 'agents:write' },
    extensions: LONG_INPUT,
    args: { knowledgeBaseId: t.arg.id({ required: true }), input: t.arg({ type: TextInputType, required: true }) },
    resolve: (_, { knowledgeBaseId, input }, ctx) => knowledgeDocuments.addText(actorOf(ctx), parseRowId(knowledgeBaseId, BASE), input),
  }),
  addKnowledgeFile: t.field({
    type: KnowledgeDocument,
    description: 'Add the text of a `.txt`, `.md`, `.csv`, `.json` or `.html` file to a knowledge base.',
    authScopes: { scope: 'agents:write' },
    extensions: LONG_INPUT,
    args: { knowledgeBaseId: t.arg.id({ required: true }), input: t.arg({ type: FileInputType, required: true }) },
    resolve: (_, { knowledgeBaseId, input }, ctx) => knowledgeDocuments.addFile(actorOf(ctx), parseRowId(knowledgeBaseId, BASE), input),
  }),
  updateKnowledgeDocument: t.field({
    type: KnowledgeDocument,
    description: 'Update a document of a knowledge base.',
    authScopes: { scope: 'agents:write' },
    extensions: LONG_INPUT,
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: DocumentChangesType, required: true }) },
    resolve: (_, { id, input }, ctx) => knowledgeDocuments.update(actorOf(ctx), parseRowId(id, DOCUMENT), input),
  }),
  removeKnowledgeDocument: t.field({
    type: KnowledgeBase,
    description: 'Remove a document from its knowledge base. Returns the knowledge base.',
    authScopes: { scope: 'agents:write' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, ctx) => knowledgeDocuments.remove(actorOf(ctx), parseRowId(id, DOCUMENT)),
  }),
}))

interface Loaders {
  sizes: DataLoader<number, { documents: number; bytes: number } | undefined>
  copies: DataLoader<number, knowledgeBases.Copy[]>
}
const loaders = new WeakMap<Context, Loaders>()

/** Loads sizes and copies of knowledge bases, batched per operation. Does not cache, because a mutation may change them within it. */
function loadersOf(ctx: Context): Loaders {
  const known = loaders.get(ctx)
  if (known) return known
  const created: Loaders = {
    sizes: new DataLoader(
      async (ids) => {
        const sizes = await knowledgeBases.readSizes(actorOf(ctx), ids)
        return ids.map((id) => sizes.get(id))
      },
      { cache: false },
    ),
    copies: new DataLoader(
      async (ids) => {
        const copies = await knowledgeBases.listCopies(actorOf(ctx), ids)
        return ids.map((id) => copies.get(id) ?? [])
      },
      { cache: false },
    ),
  }
  loaders.set(ctx, created)
  return created
}
