import { createClient } from 'graphql-ws'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import * as audit from '../../src/services/audit/audit.ts'
import type { Actor } from '../../src/kernel/vocabulary/actor.ts'
import { createCampaign, phoneNumbersOf } from '../services/dialer/dialerKit.ts'
import { createTenant } from '../services/calls/placementKit.ts'
import { auditEntriesOfWorkspace, signInOwner } from '../kit/observers/auditEntries.ts'
import type { Client } from '../kit/clients/client.ts'
import { graphql } from '../kit/clients/client.ts'
import { explain } from '../kit/observers/plans.ts'
import { inviteAndSignUp } from '../kit/fixtures/members.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type TestWorkspace, useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let acme: TestWorkspace
let key: Client
let person: Awaited<ReturnType<typeof signInOwner>>
beforeAll(async () => {
  acme = await testServer().workspace()
  key = await acme.key()
  person = await signInOwner(testServer(), acme)
})

interface Entry {
  id: string
  actorKind: string
  actorName: string | null
  operation: string | null
  resource: string
  resourceId: string | null
  action: string
  after: Record<string, unknown> | null
  createdAt: string
}
const FIELDS = 'id actorKind actorName operation resource resourceId action after createdAt'
const LIST = `query($filter: AuditFilterInput, $first: Int, $after: String) {
  auditEntries(filter: $filter, first: $first, after: $after) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } }`
async function entries(filter: object = {}, by = person): Promise<Entry[]> {
  const { data, errors } = await by.ask(LIST, { filter, first: 100 })
  expect(errors).toBeUndefined()
  return data.auditEntries.nodes
}
const message = async (variables: object) => (await person.ask(LIST, variables)).errors![0]!

describe('the audit log is readable', () => {
  test('by owners and admins, and by no key', async () => {
    expect((await entries()).length).toBeGreaterThan(0)
    await expect(key.gql(LIST)).rejects.toThrow('Missing scope: audit:read')
    const member = await signInOwner(testServer(), {
      ...acme,
      ...(await inviteAndSignUp(testServer().url, person.ask, { email: 'viewer@example.com', role: 'member' })),
    })
    expect((await member.ask(LIST)).errors![0]!.message).toBe('Missing scope: audit:read')
    expect((await graphql(testServer().url, {}, LIST)).errors![0]!.extensions).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('in no other workspace, by any query', async () => {
    const otherOwner = await signInOwner(testServer(), await testServer().workspace({ name: 'Strangers' }))
    const { id } = (await key.post('/agents', { name: 'Isolated' })).body
    const [entry] = await entries({ resource: 'agent', resourceId: String(id) })
    expect(entry).toMatchObject({ operation: 'createAgent' })
    for (const filter of [{ resource: 'agent', resourceId: String(id) }, { q: 'Isolated' }, { operation: 'createAgent' }])
      expect(await entries(filter, otherOwner)).toEqual([])
  })
})

describe('entries', () => {
  test('are listed newest first, in pages, each once', async () => {
    for (let at = 0; at < 7; at++) await key.post('/dnc', { phone_number: `+1415555012${at}` })
    const listedIds: string[] = []
    for (let after: string | null = null, more = true; more;) {
      const { data } = await person.ask(LIST, { filter: { resource: 'dnc_entry' }, first: 3, after })
      listedIds.push(...data.auditEntries.nodes.map(({ id }: Entry) => id))
      more = data.auditEntries.pageInfo.hasNextPage
      after = data.auditEntries.pageInfo.endCursor
    }
    expect(listedIds).toEqual([...new Set(listedIds)].sort((a, b) => Number(b) - Number(a)))
    expect(listedIds).toEqual((await entries({ resource: 'dnc_entry' })).map(({ id }) => id))
  })

  test('match every filter', async () => {
    const { id } = (await key.post('/agents', { name: 'Filtered' })).body
    await person.ask('mutation($id: ID!) { updateAgent(id: $id, input: { name: "Filtered again" }) { id } }', { id })
    const workspaceEntries = await auditEntriesOfWorkspace(acme.id)
    const [created, changed] = workspaceEntries.filter(({ resource, resourceId }) => resource === 'agent' && resourceId === String(id))
    const of = { resource: 'agent', resourceId: String(id) }
    const idsOf = async (filter: object) => (await entries({ ...of, ...filter })).map((entry) => Number(entry.id))
    expect(await idsOf({})).toEqual([changed!.id, created!.id])
    for (const filter of [{ operation: 'createAgent' }, { actorKind: 'key' }, { apiKeyId: created!.apiKeyId }, { action: 'created' }])
      expect(await idsOf(filter)).toEqual([created!.id])
    for (const filter of [{ operation: 'updateAgent' }, { actorKind: 'user' }, { userId: changed!.userId }, { action: 'changed' }, { q: 'FILTERED AG' }])
      expect(await idsOf(filter)).toEqual([changed!.id])
    expect(await idsOf({ operation: 'createAgent', actorKind: 'user' })).toEqual([])
    expect(await idsOf({ q: acme.email })).toEqual([changed!.id])
    expect(await idsOf({ q: '%' + 'x%' })).toEqual([])
  })

  test('are filtered by period to the millisecond, regardless of their order', async () => {
    const { id: workspaceId } = await testServer().workspace()
    const base = Date.UTC(2090, 0, 10)
    // Some of them have a later ID than the ones after them.
    const offsets = [-86_400, -3_601, -3_000, -61, -20, 5, -1, 0, 1, 2_000, 59, 30, 61, 3_700, 86_400].map((seconds) => seconds * 1000)
    for (const offset of offsets)
      await pool.query(
        `insert into audit_entries (workspace_id, actor_kind, resource, resource_id, action, created_at) values ($1, 'system', 'test', $2, 'changed', $3)`,
        [workspaceId, String(offset), new Date(base + offset)],
      )
    const reader = { workspaceId } as Actor
    const between = async (from?: number, to?: number) => {
      const filter = { resource: 'test', from: from === undefined ? undefined : new Date(base + from), to: to === undefined ? undefined : new Date(base + to) }
      const { rows } = await audit.list(reader, filter, { first: 100 })
      const read = []
      for await (const { id } of audit.read(reader, filter)) read.push(id)
      expect(read).toEqual(rows.map(({ id }) => id).reverse())
      expect(await audit.count(reader, filter)).toBe(read.length)
      return rows.map(({ resourceId }) => Number(resourceId)).sort((a, b) => a - b)
    }
    const sorted = [...offsets].sort((a, b) => a - b)
    for (const from of [undefined, ...sorted])
      for (const to of [undefined, ...sorted])
        expect(await between(from, to)).toEqual(sorted.filter((at) => (from === undefined || at >= from) && (to === undefined || at < to)))
  })

  test('return the documented error for an invalid filter', async () => {
    for (const filter of [{ q: 'ab' }, { from: 'soon' }]) expect((await message({ filter })).extensions).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
    expect((await message({ filter: { actorKind: 'robot' } })).message).toContain('does not exist in "ActorType" enum')
    expect((await message({ first: 0 })).extensions).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
  })

  test('are searched by part of a word through the index', async () => {
    const plan = await explain(
      `select id from audit_entries where audit_words(actor_name, operation, resource, resource_id, before, after) ilike '%filtered%'`,
      [],
      ['enable_seqscan', 'enable_indexscan'],
    )
    expect(plan).toContain('audit_entries_words_idx')
  })
})

test('the log of a period can be exported by those who may read it', async () => {
  const input = { type: 'audit', format: 'json', from: '2026-01-01', to: '2089-01-01' }
  const mutation = 'mutation($input: ReportInput!) { exportReport(input: $input) { id } }'
  await expect(key.gql(mutation, { input })).rejects.toThrow('Missing scope: audit:read')
  const { data } = await person.ask(mutation, { input })
  const url = await waitFor(
    'the report',
    async () => (await person.ask('query($id: ID!) { report(id: $id) { downloadUrl } }', data.exportReport)).data.report.downloadUrl,
  )
  const report = (await (await fetch(new URL(url, testServer().url))).json()) as object[]
  const [first] = await auditEntriesOfWorkspace(acme.id)
  expect(report[0]).toMatchObject({
    id: first!.id,
    resource: first!.resource,
    action: first!.action,
    created_at: first!.createdAt.toISOString(),
    after: first!.after,
  })
})

test('mutations over a socket are logged like all others', async () => {
  const client = createClient({
    url: `${testServer().url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { accessToken: person.accessToken },
  })
  const query = 'mutation { addDncEntry(input: { phoneNumber: "+14155550188" }) { id } }'
  await new Promise<void>((resolve, reject) => client.subscribe({ query }, { next: () => {}, error: reject, complete: resolve }))
  await client.dispose()
  const [entry] = await entries({ q: '+14155550188' })
  expect(entry).toMatchObject({ actorKind: 'user', actorName: acme.email, operation: 'addDncEntry' })
})

/** Waits for a campaign of five simulated calls to end. */
test('the dialer logs no entry for its calls, and one for the end of a campaign', async () => {
  const { acme: dialled, agentId } = await createTenant(testServer())
  const campaign = await createCampaign(dialled.id, agentId, { phones: phoneNumbersOf('240', 5) })
  await campaign.start()
  await campaign.over()
  const after = await auditEntriesOfWorkspace(dialled.id)
  expect(await anyWorkspace.call.count({ where: { campaignId: campaign.id } })).toBe(5)
  expect(after.filter(({ resource }) => ['call', 'lead', 'message', 'webhook_delivery'].includes(resource))).toEqual([])
  const campaignEntries = after.filter(({ resource }) => resource === 'campaign').map(({ actorKind, operation, action }) => [actorKind, operation, action])
  expect(campaignEntries).toEqual([
    ['system', null, 'created'],
    ['system', null, 'changed'],
    ['system', 'campaigns.complete', 'changed'],
  ])
})
