import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pool } from '../../src/kernel/db/db.ts'
import { MAX_VIEWS } from '../../src/inputs/savedViews.ts'
import { graphql } from '../kit/clients/client.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'
import { addSignedInMember } from '../security/signedInMembers.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
type Person = Awaited<ReturnType<typeof addSignedInMember>>
let acme: TestWorkspace
let admin: Person
let member: Person
let viewer: Person
beforeAll(async () => {
  acme = await testServer().workspace()
  admin = await addSignedInMember(testServer(), acme, 'admin')
  member = await addSignedInMember(testServer(), acme, 'member')
  viewer = await addSignedInMember(testServer(), acme, 'viewer')
})
beforeEach(() => pool.query('delete from saved_views'))

const ask = ({ headers }: Pick<Person, 'headers'>, query: string, variables: object) => graphql(testServer().url, headers, query, variables)
const save = (person: Pick<Person, 'headers'>, input: object) =>
  ask(person, 'mutation($input: SavedViewInput!) { saveView(input: $input) { id list name search layout isShared } }', {
    input: { list: 'calls', name: 'Mine', search: {}, layout: {}, ...input },
  })
const remove = (person: Person, id: string) => ask(person, 'mutation($id: ID!) { deleteView(id: $id) { id } }', { id })
const read = async (person: Person, list = 'calls') => {
  const { data } = await ask(person, 'query($list: SavedViewList!) { savedViews(list: $list) { id name search layout isShared } }', { list })
  return data.savedViews as { id: string; name: string; search: object; layout: object; isShared: boolean }[]
}
const namesOf = async (person: Person, list?: string) => (await read(person, list)).map(({ name }) => name)
const codeOf = ({ errors }: Awaited<ReturnType<typeof ask>>) => errors?.[0]?.extensions?.code

test("a member's views have filters, order and columns as saved, and only that member sees them", async () => {
  const search = { lead: 'Söhne <b>', sort: 'oldest' }
  const layout = { order: ['cost', 'name'], visible: ['name'], widths: { name: 220 } }
  expect((await save(viewer, { name: '  Late <i>calls</i> ', search, layout })).data.saveView).toMatchObject({ name: 'Late <i>calls</i>', isShared: false })
  await save(viewer, { list: 'leads', name: 'Of leads' })
  expect(await read(viewer)).toEqual([{ id: expect.any(String), name: 'Late <i>calls</i>', search, layout, isShared: false }])
  expect(await namesOf(viewer, 'leads')).toEqual(['Of leads'])
  expect(await namesOf(admin)).toEqual([])
})

test('owners and admins share views with all members, who see and cannot change them', async () => {
  await save(member, { name: 'Weekly' })
  const { data } = await save(admin, { name: 'Weekly', search: { status: 'failed' }, isShared: true })
  expect(await namesOf(viewer)).toEqual(['Weekly'])
  expect((await read(member)).map(({ name, isShared }) => [name, isShared])).toEqual([
    ['Weekly', false],
    ['Weekly', true],
  ])
  for (const person of [member, viewer]) {
    expect(codeOf(await save(person, { name: 'Weekly', isShared: true }))).toBe('FORBIDDEN')
    expect(codeOf(await remove(person, data.saveView.id))).toBe('FORBIDDEN')
  }
  expect((await remove(admin, data.saveView.id)).errors).toBeUndefined()
  expect((await read(member)).map(({ isShared }) => isShared)).toEqual([false])
})

test('a view replaces the one with its name, also if both are saved at once', async () => {
  const answers = await Promise.all(['1', '2', '3'].map((number) => save(member, { search: { number } })))
  expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
  await save(member, { search: { number: '4' }, layout: { visible: [] } })
  expect(await read(member)).toMatchObject([{ name: 'Mine', search: { number: '4' }, layout: { visible: [] } }])
})

test("another member's view, and one of another workspace, cannot be deleted", async () => {
  const { data } = await save(member, {})
  expect(codeOf(await remove(admin, data.saveView.id))).toBe('NOT_FOUND')
  const other = await addSignedInMember(testServer(), await testServer().workspace(), 'owner')
  const shared = await save(admin, { isShared: true })
  expect(codeOf(await remove(other, shared.data.saveView.id))).toBe('NOT_FOUND')
  expect(await namesOf(other)).toEqual([])
})

test(`a member saves up to ${MAX_VIEWS} views of a list, also at once, and still replaces them`, async () => {
  await pool.query(
    `insert into saved_views (workspace_id, user_id, list, name, search, layout, updated_at) select $1, $2, 'calls', 'View ' || n, '{}', '{}', now() from generate_series(1, $3) n`,
    [acme.id, member.id, MAX_VIEWS - 1],
  )
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => save(member, { name })))
  expect(await read(member)).toHaveLength(MAX_VIEWS)
  expect(codeOf(await save(member, { name: 'One more' }))).toBe('CONFLICT')
  expect((await save(member, { name: 'View 7', search: { sort: 'oldest' } })).errors).toBeUndefined()
  expect((await save(member, { list: 'leads', name: 'One more' })).errors).toBeUndefined()
  expect((await save(admin, { name: 'One more', isShared: true })).errors).toBeUndefined()
})

test.each([
  ['a long name', { name: 'n'.repeat(61) }],
  ['no name', { name: ' ' }],
  ['many filters', { search: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`f${at}`, 'x'])) }],
  ['a long filter', { search: { lead: 'x'.repeat(501) } }],
  ['a filter that is no text', { search: { lead: { a: 1 } } }],
  ['many columns', { layout: { visible: Array.from({ length: 101 }, (_, at) => `c${at}`) } }],
  ['many widths', { layout: { widths: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`c${at}`, 1])) } }],
  ['unknown fields', { layout: { script: 'x' } }],
])('a view with %s is refused', async (_, input) => {
  expect(codeOf(await save(admin, input))).toBe('UNPROCESSABLE_ENTITY')
  expect(await read(admin)).toEqual([])
})

test('views are for signed-in people', async () => {
  const { apiKey } = await acme.key()
  expect(codeOf(await save({ headers: { 'X-API-Key': apiKey } }, {}))).toBe('FORBIDDEN')
})

test('a member who leaves takes their own views along, and leaves what they shared', async () => {
  const leaver = await addSignedInMember(testServer(), acme, 'admin')
  await save(leaver, { name: 'Own' })
  await save(leaver, { name: 'Ours', isShared: true })
  const { errors } = await ask(admin, 'mutation($id: ID!) { removeMember(id: $id) }', { id: String(leaver.id) })
  expect(errors).toBeUndefined()
  const { rows } = await pool.query('select name from saved_views')
  expect(rows).toEqual([{ name: 'Ours' }])
})
