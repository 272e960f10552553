import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { graphql } from '../../kit/clients/client.ts'
import { freshDatabase, superuserUrlOf } from '../../kit/server/postgres.ts'
import { type StartedTestServer, startTestServer } from '../../kit/server/testServer.ts'
import { countWaitingSessions } from '../../kit/waiting/waitingSessions.ts'
import { createReader } from './documentKit.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let blocker: pg.Client
let server: StartedTestServer | undefined
beforeAll(async () => {
  database = await freshDatabase()
  blocker = new pg.Client({ connectionString: superuserUrlOf(database.url) })
  await blocker.connect()
  await blocker.query('delete from documents')
  await blocker.query('begin; lock table documents in exclusive mode')
})
afterAll(async () => {
  await blocker.end()
  await server?.end()
  await database.drop()
})

test('a new version is ready before its documentation is loaded, and reads of the documentation wait for it', async () => {
  server = await startTestServer({ databaseUrl: database.url })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  const { accessToken } = await createReader(server.url)
  const read = async (query: string) => (await graphql(server!.url, { Authorization: `Bearer ${accessToken}` }, query)).data
  const answers = Promise.all([
    read('{ documentSearch(q: "webhook signature") { title } }'),
    read('{ document(slug: "webhooks", language: "en-US") { title } }'),
    read('{ documents(first: 1) { edges { node { title } } } }'),
  ])
  await expect.poll(() => countWaitingSessions('documents')).toBe(1)
  await blocker.query('commit')
  const [{ documentSearch }, { document }, { documents }] = await answers
  expect(documentSearch).toContainEqual({ title: 'Webhooks' })
  expect(document).toEqual({ title: 'Webhooks' })
  expect(documents.edges).toHaveLength(1)
})
