import { connectedApp } from './apps.ts'
import type { Client } from './client.ts'
import { graphql } from './client.ts'
import { addHistory } from './history.ts'
import { addNumbers } from './livelyNumbers.ts'
import { invited } from './people.ts'
import { until } from './until.ts'
import type { Acme, World } from './world.ts'

/** Ids of what a lively workspace has, for the addresses of pages. */
export interface Lively extends Awaited<ReturnType<typeof addNumbers>> {
  acme: Acme
  key: Client
  /** Asks as the workspace's owner. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests read answers as the wire has them
  person(query: string, variables?: object): Promise<any>
  /** How a viewer of the workspace signs in. */
  viewer: { email: string; password: string }
  agentId: number
  draftAgentId: number
  campaignId: number
  draftCampaignId: number
  callId: number
  numberId: number
  knowledgeBaseId: string
  /** An import that had rows which failed, and a file that is uploaded and not imported yet. */
  importId: number
  uploadedId: string
  leadId: number
  knowledgeDocumentId: string
}

/** The name and the words of a workspace that wants to do harm: they are to be shown as they are. */
export const HOSTILE = `Acme <img src=x onerror="document.title='harmed'"> & "Söhne"`

/** What people upload: markup, formulas, right-to-left names, and words that nothing breaks. */
const HOSTILE_FILE = `Telefon;Name;<img src=x onerror=alert(1)>;הערה;${'Spalte'.repeat(20)}
+14155550171;<script>alert(1)</script>;=1+1;שלום, מה שלומך;${'lang'.repeat(60)}
0151 23456789;Söhne & Co;;;
nobody;${'W'.repeat(180)};;;
+14155550171;Twice;;;
`

/** A workspace that has something to show on every page, made as people make it: by the API, with calls that were really placed. */
export async function makeLively(world: World, name = HOSTILE): Promise<Lively> {
  const acme = await world.workspace({ name, wallet: '500' })
  const key = await acme.key()
  const person = await signedIn(world.url, acme)
  const agent = async (fields: object) => (await key.post('/agents', { voice_id: 'Elliot', system_prompt: 'Be kind, be brief.', ...fields })).body.id as number
  const agentId = await agent({ name: 'Ada, reception', first_message: 'Hello, this is Ada.' })
  const draftAgentId = await agent({ name: '<script>alert(1)</script>', voice_id: null })
  await key.post(`/agents/${agentId}/publish`)
  await addHistory({ workspaceId: acme.id, agentId })
  await key.patch(`/agents/${agentId}`, { system_prompt: 'Be kind, be brief, and ask for the day.' })
  await key.put('/webhooks', { url: `${world.url}/nobody-listens-here` })

  // An erasure ends reports that were made before it.
  const { erasePersonalData } = await person('mutation { erasePersonalData(phoneNumber: "+14155550777") { id } }')
  await until('an erasure is done', async () => (await person('query($id: ID!) { erasure(id: $id) { status } }', erasePersonalData)).erasure.status === 'done')

  const placed = ['0100', '0009', '0001', '0002', '0003', '0004'].map((end) =>
    key.post('/calls', { to_number: `+1415555${end}`, agent_id: agentId, metadata: { order: '<b>7</b>' } }),
  )
  const callId = (await placed[0]!).body.id as number
  const campaign = async (fields: object) =>
    (await key.post('/campaigns', { name: 'Autumn "visits"', purpose: 'appointment', agent_ref_id: agentId, ...fields })).body.id as number
  const campaignId = await campaign({
    extraction_schema: { type: 'object', properties: { day: { type: 'string', description: 'Which day suits?' } } },
    display_columns: ['day'],
  })
  const draftCampaignId = await campaign({ name: 'Winter' })
  const leads = ['0100', '0001', '0009'].map((end, at) => ({
    phone_number: `+1415555${end}`,
    name: `Lead ${at} <i>`,
    external_id: `x${at}`,
    data: { city: 'Rome' },
  }))
  const importId = (await key.post(`/campaigns/${campaignId}/leads`, { leads: [...leads, { phone_number: 'no number' }] })).body.import_id as number
  await key.post(`/campaigns/${draftCampaignId}/leads`, { leads })
  const uploaded = await person('mutation($id: ID!, $input: LeadFile!) { uploadLeads(campaignId: $id, input: $input) { import { id } } }', {
    id: draftCampaignId,
    input: { fileName: 'Kontakte <b>.csv', format: 'csv', content: HOSTILE_FILE },
  })
  await key.post(`/campaigns/${campaignId}/start`)

  await key.post('/dnc', { phone_number: '+14155550142', reason: 'asked us to' })
  await key.post('/sms', { to_number: '+14155550213', body: 'See you <b>tomorrow</b> at nine.' })
  const { createKnowledgeBase } = await person('mutation { createKnowledgeBase(input: { name: "Opening hours" }) { id } }')
  const { addKnowledgeText } = await person(
    'mutation($id: ID!) { addKnowledgeText(knowledgeBaseId: $id, input: { title: "Hours", content: "Open from nine to six." }) { id } }',
    { id: createKnowledgeBase.id },
  )
  await person('mutation($id: ID!, $ids: [ID!]) { updateAgent(id: $id, input: { knowledgeBaseIds: $ids }) { id } }', {
    id: agentId,
    ids: [createKnowledgeBase.id],
  })
  await person('mutation { createDocument(input: { title: "House rules", body: "# House rules\\n\\nSay hello first." }) { id } }')
  const viewer = await invited(world.url, person, { email: 'vera@example.com', role: 'viewer', name: 'Vera' })
  await person('mutation { inviteMember(email: "olga@example.com", role: member) { link } }')
  await person('mutation { createApiKey(input: { name: "Till <b>", scopes: ["me:read"] }) { key } }')
  await person('mutation { createCliToken(input: { name: "Laptop <i>", scopes: ["me:read", "calls:read", "calls:write"] }) { token } }')
  await connectedApp(world, acme.id, { name: 'Assistant <b>', scopes: ['me:read', 'calls:read', 'calls:write'], callLimit: 20, spendLimit: 12_500_000n })
  await person('mutation { exportReport(input: { type: calls }) { id } }')
  await person('mutation { setLowBalanceThreshold(amount: "900") { lowBalanceThreshold } }')
  await person('mutation { exportReport(input: { type: person, phoneNumber: "+14155550142" }) { id } }')
  await Promise.all(placed)
  await until('calls are over', async () => {
    const { items } = (await key.get('/calls?limit=100')).body
    return items.length >= 6 && items.every(({ status }: { status: string }) => !['queued', 'dialing', 'ringing', 'in_progress'].includes(status))
  })
  const numberId = (await key.get('/phone-numbers')).body.items[0].id as number
  const leadId = (await key.get(`/campaigns/${campaignId}/leads`)).body.items[0].id as number
  const uploadedId = uploaded.uploadLeads.import.id as string
  const knowledgeBaseId = createKnowledgeBase.id as string
  const knowledgeDocumentId = addKnowledgeText.id as string
  const campaigns = { campaignId, draftCampaignId, leadId, importId, uploadedId }
  const lines = await addNumbers(world, key, agentId)
  return { acme, key, person, viewer, agentId, draftAgentId, ...campaigns, callId, numberId, knowledgeBaseId, knowledgeDocumentId, ...lines }
}

/** Asks GraphQL as a person. */
export async function signedIn(url: string, { email, password }: { email: string; password: string }): Promise<Lively['person']> {
  const { data } = await graphql(url, {}, 'mutation($input: SignInInput!) { signIn(input: $input) { accessToken } }', { input: { email, password } })
  return async (query, variables) => {
    const answer = await graphql(url, { Authorization: `Bearer ${data.signIn.accessToken}` }, query, variables)
    if (answer.errors?.[0]) throw new Error(answer.errors[0].message)
    return answer.data
  }
}
