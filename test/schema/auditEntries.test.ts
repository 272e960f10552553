import { createClient } from 'graphql-ws'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import * as audit from '../../src/services/audit/audit.ts'
import type { Actor } from '../../src/kernel/vocabulary/actor.ts'
import { campaignOf, phones } from '../services/dialer/dialerKit.ts'
import { tenant } from '../services/calls/placementKit.ts'
import { entriesIn, owner } from '../kit/audited.ts'
import type { Client } from '../kit/client.ts'
import { graphql } from '../kit/client.ts'
import { invited } from '../kit/people.ts'
import { until } from '../kit/until.ts'
import { type Acme, useWorld } from '../kit/world.ts'

const world = useWorld()
let acme: Acme
let key: Client
let person: Awaited<ReturnType<typeof owner>>
beforeAll(async () => {
  acme = await world().workspace()
  key = await acme.key()
  person = await owner(world(), acme)
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

describe('who may read', () => {
  test('people who run the workspace, and no key', async () => {
    expect((await entries()).length).toBeGreaterThan(0)
    await expect(key.gql(LIST)).rejects.toThrow('Missing scope: audit:read')
    const member = await owner(world(), { ...acme, ...(await invited(world().url, person.ask, { email: 'viewer@example.com', role: 'member' })) })
    expect((await member.ask(LIST)).errors![0]!.message).toBe('Missing scope: audit:read')
    expect((await graphql(world().url, {}, LIST)).errors![0]!.extensions).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('nobody of another workspace, whatever is asked', async () => {
    const stranger = await owner(world(), await world().workspace({ name: 'Strangers' }))
    const { id } = (await key.post('/agents', { name: 'Isolated' })).body
    const [own] = await entries({ resource: 'agent', resourceId: String(id) })
    expect(own).toMatchObject({ operation: 'createAgent' })
    for (const filter of [{ resource: 'agent', resourceId: String(id) }, { q: 'Isolated' }, { operation: 'createAgent' }])
      expect(await entries(filter, stranger)).toEqual([])
  })
})

describe('what is found', () => {
  test('newest first, page by page, each once', async () => {
    for (let at = 0; at < 7; at++) await key.post('/dnc', { phone_number: `+1415555012${at}` })
    const seen: string[] = []
    for (let after: string | null = null, more = true; more;) {
      const { data } = await person.ask(LIST, { filter: { resource: 'dnc_entry' }, first: 3, after })
      seen.push(...data.auditEntries.nodes.map(({ id }: Entry) => id))
      more = data.auditEntries.pageInfo.hasNextPage
      after = data.auditEntries.pageInfo.endCursor
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => Number(b) - Number(a)))
    expect(seen).toEqual((await entries({ resource: 'dnc_entry' })).map(({ id }) => id))
  })

  test('fits every filter that is given', async () => {
    const { id } = (await key.post('/agents', { name: 'Filtered' })).body
    await person.ask('mutation($id: ID!) { updateAgent(id: $id, input: { name: "Filtered again" }) { id } }', { id })
    const all = await entriesIn(acme.id)
    const [made, changed] = all.filter(({ subject, subjectId }) => subject === 'agent' && subjectId === String(id))
    const of = { resource: 'agent', resourceId: String(id) }
    const found = async (filter: object) => (await entries({ ...of, ...filter })).map((entry) => Number(entry.id))
    expect(await found({})).toEqual([changed!.id, made!.id])
    for (const filter of [{ operation: 'createAgent' }, { actorKind: 'key' }, { apiKeyId: made!.apiKeyId }, { action: 'created' }])
      expect(await found(filter)).toEqual([made!.id])
    for (const filter of [{ operation: 'updateAgent' }, { actorKind: 'user' }, { userId: changed!.userId }, { action: 'changed' }, { q: 'FILTERED AG' }])
      expect(await found(filter)).toEqual([changed!.id])
    expect(await found({ operation: 'createAgent', actorKind: 'user' })).toEqual([])
    expect(await found({ q: acme.email })).toEqual([changed!.id])
    expect(await found({ q: '%' + 'x%' })).toEqual([])
  })

  test('is of the period, to the millisecond, however entries lie around it', async () => {
    const { id: workspaceId } = await world().workspace()
    const base = Date.UTC(2090, 0, 10)
    // Some of them have a later id than the ones after them.
    const offsets = [-86_400, -3_601, -3_000, -61, -20, 5, -1, 0, 1, 2_000, 59, 30, 61, 3_700, 86_400].map((seconds) => seconds * 1000)
    for (const offset of offsets)
      await pool.query(
        `insert into audit_entries (workspace_id, actor_kind, subject, subject_id, change, created_at) values ($1, 'system', 'test', $2, 'changed', $3)`,
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
      return rows.map(({ subjectId }) => Number(subjectId)).sort((a, b) => a - b)
    }
    const sorted = [...offsets].sort((a, b) => a - b)
    for (const from of [undefined, ...sorted])
      for (const to of [undefined, ...sorted])
        expect(await between(from, to)).toEqual(sorted.filter((at) => (from === undefined || at >= from) && (to === undefined || at < to)))
  })

  test('is refused in the documented way where a filter is none', async () => {
    for (const filter of [{ q: 'ab' }, { from: 'soon' }]) expect((await message({ filter })).extensions).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
    expect((await message({ filter: { actorKind: 'robot' } })).message).toContain('does not exist in "ActorType" enum')
    expect((await message({ first: 0 })).extensions).toMatchObject({ code: 'UNPROCESSABLE_ENTITY' })
  })

  test('by a part of a word is found by the index', async () => {
    const client = await pool.connect()
    await client.query('begin; set local enable_seqscan = off; set local enable_indexscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select id from audit_entries where audit_words(actor_name, operation, subject, subject_id, before, after) ilike '%filtered%'`,
    )
    await client.query('rollback')
    client.release()
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_entries_words_idx')
  })
})

test('the log of a period is exported as a report, by who may read it', async () => {
  const input = { type: 'audit', format: 'json', from: '2026-01-01', to: '2089-01-01' }
  const asked = 'mutation($input: ReportInput!) { exportReport(input: $input) { id } }'
  await expect(key.gql(asked, { input })).rejects.toThrow('Missing scope: audit:read')
  const { data } = await person.ask(asked, { input })
  const url = await until(
    'the report',
    async () => (await person.ask('query($id: ID!) { report(id: $id) { downloadUrl } }', data.exportReport)).data.report.downloadUrl,
  )
  const report = (await (await fetch(new URL(url, world().url))).json()) as object[]
  const [first] = await entriesIn(acme.id)
  expect(report[0]).toMatchObject({
    id: first!.id,
    resource: first!.subject,
    action: first!.change,
    created_at: first!.createdAt.toISOString(),
    after: first!.after,
  })
})

test('what is asked over a socket is in the log like everything else', async () => {
  const client = createClient({
    url: `${world().url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { accessToken: person.accessToken },
  })
  const query = 'mutation { addDncEntry(input: { phoneNumber: "+14155550188" }) { id } }'
  await new Promise<void>((resolve, reject) => client.subscribe({ query }, { next: () => {}, error: reject, complete: resolve }))
  await client.dispose()
  const [entry] = await entries({ q: '+14155550188' })
  expect(entry).toMatchObject({ actorKind: 'user', actorName: acme.email, operation: 'addDncEntry' })
})

/** Waits for a campaign of five simulated calls to be over. */
test('the dialer writes nothing of the calls it places, and one entry of the end of a campaign', async () => {
  const { acme: dialled, agentId } = await tenant(world())
  const campaign = await campaignOf(dialled.id, agentId, { phones: phones('240', 5) })
  await campaign.start()
  await campaign.over()
  const after = await entriesIn(dialled.id)
  expect(await anyWorkspace.call.count({ where: { campaignId: campaign.id } })).toBe(5)
  expect(after.filter(({ subject }) => ['call', 'lead', 'message', 'webhook_delivery'].includes(subject))).toEqual([])
  const own = after.filter(({ subject }) => subject === 'campaign').map(({ actorKind, operation, change }) => [actorKind, operation, change])
  expect(own).toEqual([
    ['system', null, 'created'],
    ['system', null, 'changed'],
    ['system', 'campaigns.complete', 'changed'],
  ])
})
