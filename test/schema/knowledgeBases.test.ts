import { beforeAll, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../src/kernel/db/db.ts'
import { graphql, type Client } from '../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
let other: Client
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  other = await (await testServer().workspace()).key()
})

const BASE = 'id name description version documentCount bytes'
const DOCUMENT = 'id title fileName contentType bytes content'
const create = async (input: object = { name: 'Prices' }, client = key): Promise<any> =>
  (await client.gql<any>(`mutation($input: KnowledgeBaseInput!) { createKnowledgeBase(input: $input) { ${BASE} } }`, { input })).createKnowledgeBase
const get = async (id: string, client = key): Promise<any> =>
  (await client.gql<any>(`query($id: ID!) { knowledgeBase(id: $id) { ${BASE} documents { nodes { ${DOCUMENT} } } } }`, { id })).knowledgeBase
const update = async (id: string, input: object, client = key): Promise<any> =>
  (await client.gql<any>(`mutation($id: ID!, $input: KnowledgeBaseChanges!) { updateKnowledgeBase(id: $id, input: $input) { ${BASE} } }`, { id, input }))
    .updateKnowledgeBase
const remove = (id: string, client = key) => client.gql<any>('mutation($id: ID!) { deleteKnowledgeBase(id: $id) { id } }', { id })
const addText = async (id: string, input: object, client = key): Promise<any> =>
  (
    await client.gql<any>(`mutation($id: ID!, $input: KnowledgeTextInput!) { addKnowledgeText(knowledgeBaseId: $id, input: $input) { ${DOCUMENT} } }`, {
      id,
      input,
    })
  ).addKnowledgeText
const addFile = async (id: string, input: object, client = key): Promise<any> =>
  (
    await client.gql<any>(`mutation($id: ID!, $input: KnowledgeFileInput!) { addKnowledgeFile(knowledgeBaseId: $id, input: $input) { ${DOCUMENT} } }`, {
      id,
      input,
    })
  ).addKnowledgeFile
const change = async (id: string, input: object, client = key): Promise<any> =>
  (
    await client.gql<any>(`mutation($id: ID!, $input: KnowledgeDocumentChanges!) { updateKnowledgeDocument(id: $id, input: $input) { ${DOCUMENT} } }`, {
      id,
      input,
    })
  ).updateKnowledgeDocument
const drop = (id: string, client = key) => client.gql<any>('mutation($id: ID!) { removeKnowledgeDocument(id: $id) { version documentCount } }', { id })
const agent = async (fields: object = {}, client = key): Promise<any> =>
  (
    await client.gql<any>('mutation($input: AgentInput!) { createAgent(input: $input) { id knowledgeBaseIds } }', {
      input: { name: 'Ada', voiceId: 'Elliot', ...fields },
    })
  ).createAgent
const code = (expected: string) => expect.objectContaining({ extensions: expect.objectContaining({ code: expected }) })

describe('a knowledge base', () => {
  test('is created, listed, changed and deleted, and each change is a version', async () => {
    const created = await create({ name: 'Prices', description: 'What things cost' })
    expect(created).toMatchObject({ name: 'Prices', description: 'What things cost', version: 1, documentCount: 0, bytes: 0 })
    expect(await update(created.id, { name: 'Prices' })).toMatchObject({ version: 1 })
    expect(await update(created.id, { name: 'Rates', description: null })).toMatchObject({ name: 'Rates', description: null, version: 2 })
    await expect(update(created.id, {})).rejects.toEqual(code('BAD_REQUEST'))
    const listed = await key.gql<any>('{ knowledgeBases(first: 1) { nodes { id name } } }')
    expect(listed.knowledgeBases.nodes).toEqual([{ id: created.id, name: 'Rates' }])
    await remove(created.id)
    await expect(get(created.id)).rejects.toEqual(code('NOT_FOUND'))
    await expect(addText(created.id, { title: 'x', content: 'x' })).rejects.toEqual(code('NOT_FOUND'))
  })

  /** Waits for the thread that reads files to start. This is the first file here. */
  test('has distinguishable texts and files, which can be changed and removed', async () => {
    const { id } = await create()
    const text = await addText(id, { title: 'Bikes', content: 'A bike is 300 €.' })
    expect(text).toMatchObject({ title: 'Bikes', fileName: null, contentType: 'text/plain', content: 'A bike is 300 €.', bytes: 18 })
    const file = await addFile(id, { fileName: 'list.csv', content: 'bike,300\n' })
    expect(file).toMatchObject({ title: 'list.csv', fileName: 'list.csv', contentType: 'text/csv', content: 'bike,300\n' })
    expect(await get(id)).toMatchObject({ version: 3, documentCount: 2, bytes: 27, documents: { nodes: [{ id: file.id }, { id: text.id }] } })
    expect(await change(text.id, { content: 'A bike is 310 €.' })).toMatchObject({ title: 'Bikes', content: 'A bike is 310 €.' })
    expect(await change(text.id, { title: 'Bikes' })).toMatchObject({ title: 'Bikes' })
    expect((await drop(file.id)).removeKnowledgeDocument).toEqual({ version: 5, documentCount: 1 })
    await expect(drop(file.id)).rejects.toEqual(code('NOT_FOUND'))
  })

  test.each([
    ['notes.md', { content: '# Hours\nFrom nine.' }, 'text/markdown', '# Hours\nFrom nine.'],
    ['notes.txt', { contentBase64: Buffer.from('\uFEFFDa noi è così').toString('base64') }, 'text/plain', 'Da noi è così'],
    ['data.json', { contentType: 'application/json; charset=utf-8', content: '{"a": 1}' }, 'application/json', '{"a": 1}'],
    [
      'page.html',
      { content: '<html><head><title>T</title></head><body><script>x()</script><h1>Hours</h1><p>Nine&nbsp;to <b>five</b> &#8364;</p></body></html>' },
      'text/html',
      'Hours\nNine to five €',
    ],
  ])('reads %s', async (fileName, given, contentType, content) => {
    const { id } = await create()
    expect(await addFile(id, { fileName, ...given })).toMatchObject({ fileName, contentType, content })
  })

  test.each([
    ['a picture', { fileName: 'a.png', contentBase64: 'iVBORw0KGgo=' }, /\.txt, \.md/],
    ['an unsupported media type', { fileName: 'a.txt', contentType: 'application/pdf', content: 'x' }, /application\/pdf/],
    ['bytes that are not text', { fileName: 'a.txt', contentBase64: '/w==' }, /UTF-8/],
    ['a value that is not base64', { fileName: 'a.txt', contentBase64: 'ä' }, /base64/],
    ['nothing', { fileName: 'a.txt' }, /either/],
    ['both', { fileName: 'a.txt', content: 'a', contentBase64: 'YQ==' }, /either/],
    ['a page without text', { fileName: 'a.html', content: '<p></p>' }, /no text/],
    ['more than 1 MiB', { fileName: 'a.txt', contentBase64: Buffer.alloc(1024 * 1024 + 3, 'a').toString('base64') }, /1 MiB/],
  ])('refuses %s with a sentence, and stores nothing of it', async (_what, file, words) => {
    const { id } = await create()
    const error = (await addFile(id, file).catch((thrown) => thrown)) as { extensions: { code: string; detail: string } }
    expect(error).toEqual(code('BAD_REQUEST'))
    expect(error.extensions.detail).toMatch(words)
    expect(await get(id)).toMatchObject({ version: 1, documentCount: 0 })
  })

  test('accepts a document of exactly 1 MiB at most', async () => {
    const { id } = await create()
    const maxText = 'ä'.repeat(512 * 1024)
    expect(await addFile(id, { fileName: 'a.txt', contentBase64: Buffer.from(maxText).toString('base64') })).toMatchObject({ bytes: 1024 * 1024 })
    await expect(addText(id, { title: 'x', content: `${maxText}a` })).rejects.toEqual(code('UNPROCESSABLE_ENTITY'))
    await expect(addText(id, { title: 'x', content: ' ' })).rejects.toEqual(code('UNPROCESSABLE_ENTITY'))
    expect(await get(id)).toMatchObject({ version: 2, documentCount: 1 })
  })

  test('has at most 25 documents and 10 MiB, even if they are added simultaneously', async () => {
    const many = await create()
    const added = await Promise.allSettled(Array.from({ length: 27 }, (_, index) => addText(many.id, { title: `${index}`, content: 'x' })))
    expect(added.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: code('BAD_REQUEST') }, { reason: code('BAD_REQUEST') }])
    expect(await get(many.id)).toMatchObject({ version: 26, documentCount: 25 })
    const large = await create()
    const data = { workspaceId: acme.id, knowledgeBaseId: Number(large.id), title: 'x', content: 'x', bytes: 1024 * 1024 }
    await anyWorkspace.knowledgeDocument.createMany({ data: Array.from({ length: 9 }, () => data) })
    const last = await addText(large.id, { title: 'x', content: 'x'.repeat(1024 * 1024) })
    await expect(addText(large.id, { title: 'x', content: 'x' })).rejects.toEqual(code('BAD_REQUEST'))
    await change(last.id, { content: 'y' })
    await addText(large.id, { title: 'x', content: 'x' })
  })
})

describe('access to a knowledge base', () => {
  test('is limited to its workspace', async () => {
    const { id } = await create()
    const document = await addText(id, { title: 'x', content: 'x' })
    for (const attempt of [
      () => get(id, other),
      () => update(id, { name: 'y' }, other),
      () => remove(id, other),
      () => addText(id, { title: 'y', content: 'y' }, other),
      () => addFile(id, { fileName: 'y.txt', content: 'y' }, other),
      () => change(document.id, { content: 'y' }, other),
      () => drop(document.id, other),
      () => other.gql('query($id: ID!) { knowledgeDocument(id: $id) { content } }', { id: document.id }),
      () => agent({ knowledgeBaseIds: [id] }, other),
    ])
      await expect(attempt()).rejects.toEqual(code('NOT_FOUND'))
    expect((await other.gql<any>('{ knowledgeBases { nodes { id } } }')).knowledgeBases.nodes).toEqual([])
    expect(await get(id)).toMatchObject({ name: 'Prices', version: 2, documents: { nodes: [{ content: 'x' }] } })
  })

  test('needs agents:read to read and agents:write to change', async () => {
    const { id } = await create()
    const reader = await acme.key('agents:read')
    const keyWithoutScope = await acme.key('calls:read')
    expect(await get(id, reader)).toMatchObject({ id })
    await expect(get(id, keyWithoutScope)).rejects.toEqual(code('FORBIDDEN'))
    await expect(create({ name: 'x' }, reader)).rejects.toEqual(code('FORBIDDEN'))
    await expect(addText(id, { title: 'x', content: 'x' }, reader)).rejects.toEqual(code('FORBIDDEN'))
    const { errors } = await graphql(testServer().url, {}, '{ knowledgeBases { nodes { id } } }')
    expect(errors).toMatchObject([code('UNAUTHENTICATED')])
  })
})

describe('agents and a knowledge base', () => {
  test('an agent lists knowledge bases of its workspace, each once', async () => {
    const [first, second] = [await create(), await create()]
    expect(await agent({ knowledgeBaseIds: [second.id, first.id, second.id] })).toMatchObject({ knowledgeBaseIds: [second.id, first.id] })
    for (const id of ['999999', '99999999999', 1e9]) await expect(agent({ knowledgeBaseIds: [String(id)] })).rejects.toEqual(code('NOT_FOUND'))
    const { id } = await agent({ knowledgeBaseIds: [first.id] })
    const attach = (knowledgeBaseIds: string[] | null) =>
      key.gql<any>('mutation($id: ID!, $input: AgentChanges!) { updateAgent(id: $id, input: $input) { knowledgeBaseIds } }', {
        id,
        input: { knowledgeBaseIds },
      })
    expect(await attach([second.id, second.id])).toEqual({ updateAgent: { knowledgeBaseIds: [second.id] } })
    await expect(attach(['999999'])).rejects.toEqual(code('NOT_FOUND'))
    expect(await attach(null)).toEqual({ updateAgent: { knowledgeBaseIds: [] } })
  })

  test("it can't be deleted while an active agent uses it, and archived agents lose it", async () => {
    const { id } = await create()
    const ada = await agent({ knowledgeBaseIds: [id] })
    await expect(remove(id)).rejects.toEqual(code('CONFLICT'))
    await key.gql('mutation($id: ID!) { archiveAgent(id: $id) { id } }', { id: ada.id })
    await remove(id)
    expect((await key.gql<any>('query($id: ID!) { agent(id: $id) { knowledgeBaseIds } }', { id: ada.id })).agent.knowledgeBaseIds).toEqual([])
    expect(await anyWorkspace.knowledgeDocument.count({ where: { knowledgeBaseId: Number(id) } })).toBe(0)
  })

  test('it lists the active agents and campaigns that use it, and each of its documents can be read separately', async () => {
    const { id } = await create()
    const { id: documentId } = await addText(id, { title: 'x', content: 'whole' })
    const ada = await agent({ knowledgeBaseIds: [id] })
    await key.gql('mutation($id: ID!) { archiveAgent(id: $id) { id } }', { id: (await agent({ knowledgeBaseIds: [id] })).id })
    const campaign = (name: string, status: string) =>
      anyWorkspace.campaign.create({ data: { workspaceId: acme.id, name, status, settings: { knowledgeBaseIds: [Number(id)] } } })
    const spring = await campaign('Spring', 'draft')
    await campaign('Winter', 'completed')
    const query = 'query($id: ID!, $documentId: ID!) { knowledgeBase(id: $id) { usedBy { type id name } } knowledgeDocument(id: $documentId) { content } }'
    expect(await key.gql(query, { id, documentId })).toEqual({
      knowledgeBase: {
        usedBy: [
          { type: 'agent', id: ada.id, name: 'Ada' },
          { type: 'campaign', id: String(spring.id), name: 'Spring' },
        ],
      },
      knowledgeDocument: { content: 'whole' },
    })
    await expect(remove(id)).rejects.toThrow('The knowledge base is used by the agent Ada, the campaign Spring. Remove it there first.')
  })

  test.each([
    ['draft', 'CONFLICT'],
    ['running', 'CONFLICT'],
    ['paused', 'CONFLICT'],
    ['completed', null],
    ['cancelled', null],
  ])('if a %s campaign uses it, its deletion returns %s', async (status, refused) => {
    const { id } = await create()
    await anyWorkspace.campaign.create({ data: { workspaceId: acme.id, name: 'Spring', status, settings: { knowledgeBaseIds: [Number(id)] } } })
    if (refused) await expect(remove(id)).rejects.toEqual(code(refused))
    else await expect(remove(id)).resolves.toEqual({ deleteKnowledgeBase: { id } })
  })
})
