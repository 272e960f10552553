import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as publishing from '../../../src/services/agents/publishing.ts'
import * as webhookUrlUpdates from '../../../src/services/numbers/webhookUrlUpdates.ts'
import { targetOfAgent, targetOfNumber } from '../../../src/services/voiceProviders/webhookAddresses.ts'
import { ENGINES, deliver, question } from '../../inbound/vendors.ts'
import { useWorld } from '../../kit/world.ts'
import { answering, told } from '../calls/inboundKit.ts'

const world = useWorld({ env: { ROLE: 'api' } })

/** What the simulated vendor has of an agent or number; PATCH changes it. */
async function atVendor(engine: string, path: string, change?: object) {
  const { url, retellApiKey, vapiApiKey } = world().running.simulator!
  const res = await fetch(`${url}/${engine}${path}`, {
    method: change ? 'PATCH' : 'GET',
    headers: { Authorization: `Bearer ${engine === 'retell' ? retellApiKey : vapiApiKey}`, 'Content-Type': 'application/json' },
    ...(change && { body: JSON.stringify(change) }),
  })
  return res.json()
}

test.each(ENGINES)('%s: agents and numbers of an earlier version are told their addresses, once, however many processes sweep', async (engine) => {
  const made = await answering(world(), engine)
  const of = { workspaceId: made.acme.id }
  const before = await anyWorkspace.agent.findUniqueOrThrow({ where: { id: made.agentId } })
  const number = await anyWorkspace.phoneNumber.findUniqueOrThrow({ where: { id: made.number.id } })
  const there = (number.providerNumbers as Record<string, string>)[engine]!
  const old = `${world().url}/inbound/${engine}`
  if (engine === 'retell') await atVendor(engine, `/update-phone-number/${encodeURIComponent(there)}`, { inbound_webhook_url: old })
  else await atVendor(engine, `/phone-number/${there}`, { provider: 'byo-phone-number', server: { url: old } })
  await anyWorkspace.providerAgent.updateMany({ where: of, data: { webhookVersion: 0 } })
  await anyWorkspace.phoneNumber.updateMany({ where: of, data: { webhookVersions: {} } })

  // Until its number is told, the address that all shared answers for it.
  const ask = () => deliver(world(), engine, question(engine, { from: '+12125550100', to: made.number.phone_number }), { owner: null })
  expect(told(engine, (await ask()).body)).not.toBeNull()
  await Promise.all([webhookUrlUpdates.sweep(), webhookUrlUpdates.sweep(), webhookUrlUpdates.sweep()])
  await webhookUrlUpdates.sweep()
  expect(told(engine, (await ask()).body)).toBeNull()

  const mine = targetOfNumber(engine, number)
  if (engine === 'retell')
    expect(await atVendor(engine, `/get-phone-number/${encodeURIComponent(there)}`)).toMatchObject({ inbound_webhook_url: mine.url, inbound_agents: null })
  else expect(await atVendor(engine, `/phone-number/${there}`)).toMatchObject({ server: { url: mine.url, headers: { 'X-Vapi-Secret': mine.secret } } })
  const versions = await anyWorkspace.agentVersion.findMany({ where: of, orderBy: { number: 'asc' } })
  expect(versions.map(({ state, isReaddressing }) => [state, isReaddressing])).toEqual([
    ['published', false],
    ['published', true],
  ])
  const after = await anyWorkspace.agent.findUniqueOrThrow({ where: { id: made.agentId } })
  expect(after.publishedConfig).toEqual(before.publishedConfig)
  const { providerAgentId, version } = after.published as unknown as { providerAgentId: string; version: string }
  const agent = await atVendor(engine, engine === 'retell' ? `/get-agent/${providerAgentId}?version=${version}` : `/assistant/${providerAgentId}`)
  const theirs = targetOfAgent(engine, { ...of, agentId: made.agentId })
  expect(engine === 'retell' ? agent.webhook_url : agent.server.url).toBe(theirs.url)
})

test('an agent is told once, though a second sweep had found it before the first one told it', async () => {
  const made = await answering(world(), 'vapi')
  const of = { workspaceId: made.acme.id }
  await anyWorkspace.providerAgent.updateMany({ where: of, data: { webhookVersion: 0 } })
  const found = await anyWorkspace.providerAgent.findFirstOrThrow({ where: of })
  expect(await publishing.readdress(found)).toBe(true)
  expect(await publishing.readdress(found)).toBe(false)
  expect(await anyWorkspace.agentVersion.count({ where: of })).toBe(2)
})

test('a draft is neither published by the sweep nor lost, and an agent that cannot be published any more keeps what it has', async () => {
  const made = await answering(world(), 'retell')
  const of = { workspaceId: made.acme.id }
  await made.key.patch(`/agents/${made.agentId}`, { system_prompt: 'A draft.' })
  await anyWorkspace.providerAgent.updateMany({ where: of, data: { webhookVersion: 0 } })
  await webhookUrlUpdates.sweep()
  expect((await made.key.get(`/agents/${made.agentId}`)).body).toMatchObject({ system_prompt: 'A draft.', has_unpublished_changes: true })

  const published = await anyWorkspace.agent.findUniqueOrThrow({ where: { id: made.agentId } })
  const broken = { ...(published.publishedConfig as object), voiceId: 'openai-invalid' }
  await anyWorkspace.agent.update({ where: { id: made.agentId }, data: { publishedConfig: broken } })
  await anyWorkspace.providerAgent.updateMany({ where: of, data: { webhookVersion: 0 } })
  await webhookUrlUpdates.sweep()
  await webhookUrlUpdates.sweep()
  expect(await anyWorkspace.agentVersion.count({ where: { ...of, state: 'published' } })).toBe(2)
  expect(await anyWorkspace.agentVersion.count({ where: { ...of, state: { not: 'published' } } })).toBe(0)
  expect((await anyWorkspace.agent.findUniqueOrThrow({ where: { id: made.agentId } })).published).toEqual(published.published)
})
