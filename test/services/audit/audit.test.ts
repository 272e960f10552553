import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { withAuditContext } from '../../../src/kernel/auditContext.ts'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import * as apiKeys from '../../../src/services/access/apiKeys.ts'
import { newPhoneNumber } from '../../inbound/carrierKit.ts'
import { client } from '../../kit/clients/client.ts'
import { auditEntriesOfRequest } from '../../kit/observers/auditEntries.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createAuditedTenant, latestRequestId } from './auditKit.ts'

// No jobs, so that only the tests cause changes.
const testServer = useTestServer({ env: { ROLE: 'api' } })
let acme: Awaited<ReturnType<typeof createAuditedTenant>>
beforeAll(async () => {
  acme = await createAuditedTenant(testServer())
})

describe('an entry', () => {
  test('about a change has only the changed fields, before and after', async () => {
    const id = await acme.newAgent({ system_prompt: 'Be kind' })
    const [entry, ...more] = await acme.requestAndReadLog('PATCH', `/agents/${id}`, { name: 'Bea', system_prompt: 'Be brief' })
    expect(more).toEqual([])
    expect(entry).toEqual({
      id: expect.any(Number),
      workspaceId: acme.workspaceId,
      actorKind: 'key',
      userId: null,
      apiKeyId: expect.any(Number),
      actorName: 'test',
      operation: 'updateAgent',
      resource: 'agent',
      resourceId: String(id),
      action: 'changed',
      before: { name: 'Ada', system_prompt: 'Be kind' },
      after: { name: 'Bea', system_prompt: 'Be brief' },
      count: 1,
      address: '127.0.0.1',
      requestId: latestRequestId(),
      createdAt: expect.any(Date),
    })
    expect(await acme.requestAndReadLog('PATCH', `/agents/${id}`, { name: 'Bea' })).toEqual([])
  })

  test('about a new resource has its fields, and about a deleted one its former fields', async () => {
    const [created] = await acme.requestAndReadLog('POST', '/dnc', { phone_number: '+12125550177', reason: 'Asked' })
    expect(created).toMatchObject({ action: 'created', before: null, after: { phone_number: '+12125550177', reason: 'Asked', source: 'manual' } })
    const [deleted] = await acme.requestAndReadLog('DELETE', '/dnc/+12125550177')
    expect(deleted).toMatchObject({ action: 'deleted', resourceId: created!.resourceId, before: created!.after, after: null })
  })

  test('has money as decimals, times in UTC, and texts up to 2,000 characters', async () => {
    const { errors } = await acme.person.mutate('setLowBalanceThreshold', { amount: '12.345678' }, 'low')
    expect(errors).toBeUndefined()
    expect(await auditEntriesOfRequest('low')).toMatchObject([
      { resource: 'wallet', before: { low_balance_threshold: '5.0000' }, after: { low_balance_threshold: '12.345678' } },
    ])
    const expiresAt = '2030-01-02T03:04:05.678Z'
    await acme.person.mutate('createApiKey', { input: { name: 'Mine', scopes: ['me:read'], expiresAt } }, 'made')
    expect(await auditEntriesOfRequest('made')).toMatchObject([{ resource: 'api_key', after: { name: 'Mine', scopes: ['me:read'], expires_at: expiresAt } }])
    const id = await acme.newAgent()
    const [entry] = await acme.requestAndReadLog('PATCH', `/agents/${id}`, { system_prompt: 'é'.repeat(2_500) })
    expect(entry!.after).toEqual({ system_prompt: `${'é'.repeat(2_000)}… (2500 characters)` })
  })

  test('about calls and messages has IDs, not phone numbers', async () => {
    const id = await acme.newAgent()
    await acme.key.post(`/agents/${id}/publish`)
    const [call] = await acme.requestAndReadLog('POST', '/calls', { to_number: '+12125550113', agent_id: id })
    expect(call).toMatchObject({ operation: 'placeCall', resource: 'call', action: 'created', after: { agent_id: id, country: 'US' } })
    const [text] = await acme.requestAndReadLog('POST', '/sms', { to_number: '+12125550213', body: 'Hello' })
    expect(text).toMatchObject({ operation: 'sendSms', resource: 'message', after: { source: 'api' } })
    expect(JSON.stringify([call, text])).not.toMatch(/\+?1212555|Hello/)
  })

  test('about many leads is one per statement, with the first IDs', async () => {
    const { id } = (await acme.key.post('/campaigns', { name: 'Autumn' })).body
    const leads = Array.from({ length: 10_000 }, (_, at) => ({ phone_number: `+1${2_025_550_000 + at * 7}`, name: `Person ${at}` }))
    const entries = await acme.requestAndReadLog('POST', `/campaigns/${id}/leads`, { leads })
    expect(entries.length).toBeLessThan(30)
    const leadEntries = entries.filter(({ resource }) => resource === 'lead')
    expect(leadEntries.reduce((sum, { count }) => sum + count, 0)).toBe(await anyWorkspace.lead.count({ where: { campaignId: id } }))
    for (const { after } of leadEntries) expect((after as { ids: number[] }).ids.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(entries)).not.toMatch(/Person|\+1202/)
  })

  test('about one lead shows that it changed, not how', async () => {
    const { id } = (await acme.key.post('/campaigns', { name: 'Autumn' })).body
    await acme.key.post('/leads:upsert', { campaign_id: id, items: [{ external_id: 'e1', phone: '+12125550101', name: 'Ann' }] })
    const entries = await acme.requestAndReadLog('POST', '/leads:upsert', {
      campaign_id: id,
      items: [{ external_id: 'e1', phone: '+12125550101', name: 'Anne' }],
    })
    expect(entries.find(({ resource }) => resource === 'lead')).toMatchObject({
      action: 'changed',
      count: 1,
      before: { name: 'hidden' },
      after: { name: 'changed', campaign_id: id },
    })
  })
})

test('a rolled-back change leaves no entry', async () => {
  const actor = { kind: 'user' as const, operation: 'never', requestId: 'rolled-back' }
  const attempt = withAuditContext(actor, () =>
    transaction(async (tx) => {
      await tx.workspace.update({ where: { id: acme.workspaceId }, data: { name: 'Never' } })
      throw new Error('not so')
    }),
  )
  await expect(attempt).rejects.toThrow('not so')
  expect(await auditEntriesOfRequest('rolled-back')).toEqual([])
})

/** Sends up to 30 requests at once, eight times, and reads the audit entries of each. */
test('concurrent requests never get entries of each other', async () => {
  const { keys, agents } = await createClients(6)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ who: fc.nat(5), what: fc.constantFrom('agent', 'dnc', 'campaign', 'settings') }), { minLength: 10, maxLength: 30 }),
      async (asked) => {
        const done = await Promise.all(
          asked.map(async ({ who, what }) => {
            const { client, id, workspaceId } = keys[who]!
            const entries = await acme.requestAndReadLog(...requestFor(what, agents[who]!), client)
            return entries.map((entry) => ({ entry, id, workspaceId, what }))
          }),
        )
        for (const { entry, id, workspaceId, what } of done.flat())
          expect([entry.apiKeyId, entry.workspaceId, entry.operation]).toEqual([id, workspaceId, OPERATION[what]])
        expect(done.every((entries) => entries.length > 0)).toBe(true)
      },
    ),
    { numRuns: 8 },
  )
})

const OPERATION: Record<string, string> = { agent: 'updateAgent', dnc: 'addDncEntry', campaign: 'createCampaign', settings: 'updateWebhookSettings' }
const requestFor = (what: string, agentId: number): [string, string, object] => {
  const some = newPhoneNumber()
  if (what === 'agent') return ['PATCH', `/agents/${agentId}`, { name: some }]
  if (what === 'dnc') return ['POST', '/dnc', { phone_number: some }]
  if (what === 'campaign') return ['POST', '/campaigns', { name: some }]
  return ['PUT', '/webhooks', { url: `https://example.com/${some}` }]
}
async function createClients(count: number) {
  const workspaces = await Promise.all([1, 2, 3].map(() => testServer().workspace()))
  const keys = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { id: workspaceId } = workspaces[at % workspaces.length]!
      const { key: text, row } = await apiKeys.issue({
        workspaceId,
        name: `Key ${at}`,
        scopes: ['agents:write', 'compliance:write', 'campaigns:write', 'webhooks:write'],
      })
      return { client: client(testServer().url, text), id: row.id, workspaceId }
    }),
  )
  const agents = await Promise.all(keys.map(async ({ client }) => (await client.post('/agents', { name: 'Ada' })).body.id as number))
  return { keys, agents }
}
