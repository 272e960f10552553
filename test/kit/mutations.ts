import { randomUUID } from 'node:crypto'
import { anyWorkspace, pool } from '../../src/kernel/db/db.ts'
import { ROLE_SCOPES } from '../../src/kernel/vocabulary/scopes.ts'
import * as apiKeys from '../../src/services/access/apiKeys.ts'
import * as cliTokens from '../../src/services/access/cliTokens.ts'
import * as invitations from '../../src/services/access/invitations.ts'
import { REDACTIONS } from '../../src/inputs/privacySettings.ts'
import { tenant } from '../services/calls/placementKit.ts'
import { simulatedCarriers } from './carriers.ts'
import { connectedApp } from './apps.ts'
import { addCampaigns, addLeads } from './leads.ts'
import { makeCall, person } from './rows.ts'
import type { World } from './world.ts'

export type Samples = Record<string, () => Promise<object> | object>

let [numbers, turns] = [0, 0]
/** Another number each time; at these the provider sends no webhooks, and the carrier no receipts. */
const line = (digits = '0113') => `+1${300 + (numbers += 1)}555${digits}`

/** For each mutation the variables of one that succeeds and changes something, whenever it is asked for them. Every new mutation needs its own. */
export async function samplesFor(world: World) {
  const { acme, key, agentId, place } = await tenant(world)
  const gql = async (query: string, variables?: object) => Object.values(await key.gql<any>(query, variables))[0] as any
  const campaign = async (status = 'draft') => (await addCampaigns(acme.id, { agentId, status, count: 1 }))[0]!
  const lead = async (campaignId: number) => (await addLeads(acme.id, campaignId, [{ phone_number: line('0199') }]))[0]!
  const agent = async () => (await key.post('/agents', { name: 'Ada', voice_id: 'Elliot' })).body.id as number
  const call = async () => (await place(line())).body.id as number
  const base = async () => (await gql('mutation($input: KnowledgeBaseInput!) { createKnowledgeBase(input: $input) { id } }', { input: { name: 'Prices' } })).id
  const document = async () =>
    (await gql('mutation($base: ID!) { addKnowledgeText(knowledgeBaseId: $base, input: { title: "Prices", content: "Low" }) { id } }', { base: await base() }))
      .id
  const number = async () =>
    (await key.post('/phone-numbers/link', { phone_number: line(), carrier: 'sip', sip: { termination_uri: 'sip.example.com' } })).body.id
  const account = async () => (await simulatedCarriers(world.running.simulator!.url).open('twilio')).credentials
  const upload = async () => {
    const input = { fileName: 'leads.csv', format: 'csv', content: `phone\n${line()}\n` }
    return (
      await gql('mutation($id: ID!, $input: LeadFile!) { uploadLeads(campaignId: $id, input: $input) { import { id } } }', { id: await campaign(), input })
    ).import.id
  }
  const MAPPING = { mapping: { phone_number: 'phone' } }
  const row = async (text: string, ...values: unknown[]) => (await pool.query<{ id: number }>(`${text} returning id`, [acme.id, ...values])).rows[0]!.id
  const member = async () => {
    const { email, name } = person()
    const id = await row(
      `with made as (insert into users (email, name, password_hash) values ($2, $3, '') returning id)
      insert into memberships (workspace_id, user_id, role) select $1, id, 'member' from made returning user_id as id --`,
      email,
      name,
    )
    return id
  }
  const issued = async () => (await apiKeys.issue({ workspaceId: acme.id, name: 'Spare', scopes: ['me:read'] })).row.id
  const owner = async () => {
    const { userId } = await anyWorkspace.membership.findFirstOrThrow({ where: { workspaceId: acme.id, role: 'owner' } })
    return { kind: 'session', workspaceId: acme.id, userId, role: 'owner', scopes: ROLE_SCOPES.owner } as const
  }
  const cliToken = async () => (await cliTokens.create(await owner(), { name: 'Laptop', scopes: ['me:read'] })).row
  const delivery = () =>
    row(
      `insert into webhook_deliveries (workspace_id, event_type, event_id, dedupe_key, url, body) values ($1, 'call.completed', '1', $2, '', '{}')`,
      randomUUID(),
    )
  const webhook = () => key.put('/webhooks', { url: 'http://127.0.0.1:9/hook' })
  const page = () =>
    row(`insert into documents (workspace_id, slug, language, title, url, body, plain) values ($1, $2, 'en', 'Page', '/', 'Words', 'Words')`, randomUUID())
  const anyMember = () => ({ email: person().email, role: 'member' as const })
  const invitation = async () => (await invitations.invite(await owner(), anyMember())).invitation

  const samples: Samples = {
    addDncEntries: () => ({ input: { phoneNumbers: [line(), line()], reason: 'Asked' } }),
    addDncEntry: () => ({ input: { phoneNumber: line(), reason: 'Asked' } }),
    addKnowledgeFile: async () => ({ knowledgeBaseId: await base(), input: { fileName: 'prices.txt', content: 'Low' } }),
    addKnowledgeText: async () => ({ knowledgeBaseId: await base(), input: { title: 'Prices', content: 'Low' } }),
    addLeads: async () => ({ campaignId: await campaign(), input: { leads: [{ phone_number: line() }] } }),
    scheduleCallback: async () => ({ leadId: await lead(await campaign('running')), at: new Date(Date.now() + 3_600_000).toISOString() }),
    changePassword: () => ({ input: { currentPassword: acme.password, newPassword: acme.password } }),
    connectCarrier: async () => ({ input: { carrier: 'twilio', credentials: await account(), externalOwnerId: randomUUID() } }),
    createAgent: () => ({ input: { name: 'Ada' } }),
    createApiKey: () => ({ input: { name: 'Mine', scopes: ['me:read'] } }),
    createCliToken: () => ({ input: { name: 'Laptop', scopes: ['me:read'] } }),
    createCampaign: () => ({ input: { name: 'Autumn' } }),
    createDocument: () => ({ input: { title: `Page ${randomUUID()}`, body: 'Words' } }),
    createKnowledgeBase: () => ({ input: { name: 'Prices' } }),
    deleteCampaign: async () => ({ id: await campaign() }),
    deleteDocument: async () => ({ id: await page() }),
    deleteKnowledgeBase: async () => ({ id: await base() }),
    deleteLead: async () => {
      const campaignId = await campaign()
      return { campaignId, id: await lead(campaignId) }
    },
    dismissAlert: async () => ({ id: await row(`insert into alerts (workspace_id, kind, subject, data) values ($1, 'low_balance', $2, '{}')`, line()) }),
    deleteRecording: async () => {
      const { id } = await makeCall(acme.id)
      await pool.query(`update calls set has_recording = true, status = 'completed', ended_at = now(), finished_at = now() where id = $1`, [id])
      return { callId: id }
    },
    disconnectCarrier: async () => {
      const input = { carrier: 'twilio', credentials: await account(), externalOwnerId: randomUUID() }
      return { id: (await gql('mutation($input: ConnectInput!) { connectCarrier(input: $input) { id } }', { input })).id }
    },
    endCall: async () => ({ id: await call() }),
    deleteReport: async () => ({ id: await row(`insert into reports (workspace_id, kind, format, state) values ($1, 'calls', 'csv', 'failed')`) }),
    erasePersonalData: () => ({ phoneNumber: line(), retainDncEntry: true }),
    exportReport: () => ({ input: { type: 'calls', from: '2026-01-01', to: '2026-02-01' } }),
    inviteMember: () => anyMember(),
    linkNumber: () => ({ input: { phoneNumber: line(), carrier: 'sip', sip: { termination_uri: 'sip.example.com' } } }),
    pauseCampaign: async () => ({ id: await campaign('running') }),
    placeCall: () => ({ input: { toNumber: line(), agentId } }),
    publishAgent: async () => ({ id: await agent() }),
    redeliverWebhook: async () => (await webhook(), { id: await delivery() }),
    requeueLeads: async () => {
      const campaignId = await campaign()
      await pool.query(`update leads set status = 'failed', last_outcome = 'busy' where id = $1`, [await lead(campaignId)])
      return { campaignId, input: { outcomes: ['busy'] } }
    },
    releaseNumber: async () => ({ id: await number() }),
    removeDncEntry: async () => {
      const phoneNumber = line()
      await key.post('/dnc', { phone_number: phoneNumber })
      return { phoneNumber }
    },
    removeKnowledgeDocument: async () => ({ id: await document() }),
    removeMember: async () => ({ id: await member() }),
    renameWorkspace: () => ({ name: `Acme ${randomUUID()}` }),
    renewInvitation: async () => ({ id: (await invitation()).id }),
    restoreAgentVersion: async () => {
      const id = await agent()
      await key.post(`/agents/${id}/publish`)
      await key.patch(`/agents/${id}`, { name: 'Bea' })
      return { agentId: id, number: 1 }
    },
    archiveAgent: async () => ({ id: await agent() }),
    revokeApiKey: async () => ({ id: await issued() }),
    revokeCliToken: async () => ({ id: (await cliToken()).id }),
    revokeInvitation: async () => ({ id: (await invitation()).id }),
    revokeConnectedApp: async () => ({ id: (await connectedApp(world, acme.id)).grant.id }),
    rotateApiKey: async () => ({ id: await issued() }),
    runLeadImport: async () => ({ id: await upload(), input: MAPPING }),
    sendSms: () => ({ input: { toNumber: line('0213'), body: 'Hello' } }),
    sendTestWebhook: async () => (await webhook(), {}),
    setInbound: async () => ({ id: await number(), input: { agentId, enabled: true } }),
    setLowBalanceThreshold: () => ({ amount: `${(numbers += 1)}.0000` }),
    setMemberRole: async () => ({ id: await member(), role: 'viewer' }),
    setRecordingRetention: () => ({ days: (numbers += 1) }),
    setWorkspaceTimezone: () => ({ timezone: ['Europe/Rome', 'Europe/Berlin'][(turns += 1) % 2] }),
    startCampaign: async () => ({ id: await campaign() }),
    revertLeadImport: async () => {
      const { body } = await key.post(`/campaigns/${await campaign()}/leads`, { leads: [{ phone_number: line() }] })
      return { id: body.import_id }
    },
    updateAgent: async () => ({ id: await agent(), input: { name: 'Bea' } }),
    updateCampaign: async () => ({ id: await campaign(), input: { name: 'Winter' } }),
    updateCampaignSettings: async () => ({ campaignId: await campaign(), input: { concurrency: 3 } }),
    updateConnectedApp: async () => ({ id: (await connectedApp(world, acme.id)).grant.id, input: { callLimit: 5 } }),
    updateDataRetention: () => ({ input: { calls: 400 + (numbers += 1) } }),
    updateDocument: async () => ({ id: await page(), input: { title: 'Other' } }),
    updateKnowledgeBase: async () => ({ id: await base(), input: { name: 'Costs' } }),
    updateKnowledgeDocument: async () => ({ id: await document(), input: { content: 'High' } }),
    updateMessagingSettings: () => ({ input: { helpText: `Call us at ${randomUUID()}` } }),
    updateAlertSettings: () => ({ input: { failureRateCalls: 20 + (numbers += 1) } }),
    updateNumber: async () => ({ id: await number(), input: { label: `Front desk ${randomUUID()}` } }),
    updateRedactions: () => ({ types: [REDACTIONS[(turns += 1) % REDACTIONS.length]] }),
    updateWebhookSettings: () => ({ input: { url: `https://example.com/${randomUUID()}` } }),
    uploadLeads: async () => ({ campaignId: await campaign(), input: { fileName: 'leads.csv', format: 'csv', content: `phone\n${line()}\n` } }),
    upsertLeads: async () => ({ input: { campaignId: await campaign(), items: [{ external_id: line(), phone: line() }] } }),
  }
  return { acme, key, agentId, samples, gql, campaign, line }
}
