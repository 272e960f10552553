import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import * as publishing from '../../../src/services/agents/publishing.ts'
import * as webhookUrlUpdates from '../../../src/services/numbers/webhookUrlUpdates.ts'
import { targetOfAgent, targetOfNumber } from '../../../src/services/voiceProviders/webhookAddresses.ts'
import { ENGINES, deliver, inboundCallBody } from '../../inbound/vendors.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createAnsweringTenant, parseInboundAnswer } from '../calls/inboundKit.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })

/** Reads an agent or number from the simulated provider, or changes it with PATCH. */
async function atVendor(engine: string, path: string, change?: object) {
  const { url, retellApiKey, vapiApiKey } = testServer().running.simulator!
  const res = await fetch(`${url}/${engine}${path}`, {
    method: change ? 'PATCH' : 'GET',
    headers: { Authorization: `Bearer ${engine === 'retell' ? retellApiKey : vapiApiKey}`, 'Content-Type': 'application/json' },
    ...(change && { body: JSON.stringify(change) }),
  })
  return res.json()
}

test.each(ENGINES)('%s: agents and numbers of an earlier version get their webhook URLs once, even if several processes sweep', async (engine) => {
  const fixture = await createAnsweringTenant(testServer(), engine)
  const workspace = { workspaceId: fixture.acme.id }
  const before = await anyWorkspace.agent.findUniqueOrThrow({ where: { id: fixture.agentId } })
  const number = await anyWorkspace.phoneNumber.findUniqueOrThrow({ where: { id: fixture.number.id } })
  const there = (number.providerNumbers as Record<string, string>)[engine]!
  const old = `${testServer().url}/inbound/${engine}`
  if (engine === 'retell') await atVendor(engine, `/update-phone-number/${encodeURIComponent(there)}`, { inbound_webhook_url: old })
  else await atVendor(engine, `/phone-number/${there}`, { provider: 'byo-phone-number', server: { url: old } })
  await anyWorkspace.providerAgent.updateMany({ where: workspace, data: { webhookVersion: 0 } })
  await anyWorkspace.phoneNumber.updateMany({ where: workspace, data: { webhookVersions: {} } })

  // Until the number has its own URL, the former shared URL answers for it.
  const ask = () => deliver(testServer(), engine, inboundCallBody(engine, { from: '+12125550100', to: fixture.number.phone_number }), { owner: null })
  expect(parseInboundAnswer(engine, (await ask()).body)).not.toBeNull()
  await Promise.all([webhookUrlUpdates.sweep(), webhookUrlUpdates.sweep(), webhookUrlUpdates.sweep()])
  await webhookUrlUpdates.sweep()
  expect(parseInboundAnswer(engine, (await ask()).body)).toBeNull()

  const mine = targetOfNumber(engine, number)
  if (engine === 'retell')
    expect(await atVendor(engine, `/get-phone-number/${encodeURIComponent(there)}`)).toMatchObject({ inbound_webhook_url: mine.url, inbound_agents: null })
  else expect(await atVendor(engine, `/phone-number/${there}`)).toMatchObject({ server: { url: mine.url, headers: { 'X-Vapi-Secret': mine.secret } } })
  const versions = await anyWorkspace.agentVersion.findMany({ where: workspace, orderBy: { number: 'asc' } })
  expect(versions.map(({ status, isReaddressing }) => [status, isReaddressing])).toEqual([
    ['published', false],
    ['published', true],
  ])
  const after = await anyWorkspace.agent.findUniqueOrThrow({ where: { id: fixture.agentId } })
  expect(after.publishedConfig).toEqual(before.publishedConfig)
  const { providerAgentId, version } = after.published as unknown as { providerAgentId: string; version: string }
  const agent = await atVendor(engine, engine === 'retell' ? `/get-agent/${providerAgentId}?version=${version}` : `/assistant/${providerAgentId}`)
  const theirs = targetOfAgent(engine, { ...workspace, agentId: fixture.agentId })
  expect(engine === 'retell' ? agent.webhook_url : agent.server.url).toBe(theirs.url)
})

test('an agent is updated once, even if a second sweep has read it before the first one updates it', async () => {
  const fixture = await createAnsweringTenant(testServer(), 'vapi')
  const workspace = { workspaceId: fixture.acme.id }
  await anyWorkspace.providerAgent.updateMany({ where: workspace, data: { webhookVersion: 0 } })
  const home = await anyWorkspace.providerAgent.findFirstOrThrow({ where: workspace })
  expect(await publishing.readdress(home)).toBe(true)
  expect(await publishing.readdress(home)).toBe(false)
  expect(await anyWorkspace.agentVersion.count({ where: workspace })).toBe(2)
})

test('the sweep neither publishes nor loses a draft, and an agent that can no longer be published stays unchanged', async () => {
  const fixture = await createAnsweringTenant(testServer(), 'retell')
  const workspace = { workspaceId: fixture.acme.id }
  await fixture.key.patch(`/agents/${fixture.agentId}`, { system_prompt: 'A draft.' })
  await anyWorkspace.providerAgent.updateMany({ where: workspace, data: { webhookVersion: 0 } })
  await webhookUrlUpdates.sweep()
  expect((await fixture.key.get(`/agents/${fixture.agentId}`)).body).toMatchObject({ system_prompt: 'A draft.', has_unpublished_changes: true })

  const published = await anyWorkspace.agent.findUniqueOrThrow({ where: { id: fixture.agentId } })
  const broken = { ...(published.publishedConfig as object), voiceId: 'openai-invalid' }
  await anyWorkspace.agent.update({ where: { id: fixture.agentId }, data: { publishedConfig: broken } })
  await anyWorkspace.providerAgent.updateMany({ where: workspace, data: { webhookVersion: 0 } })
  await webhookUrlUpdates.sweep()
  await webhookUrlUpdates.sweep()
  expect(await anyWorkspace.agentVersion.count({ where: { ...workspace, status: 'published' } })).toBe(2)
  expect(await anyWorkspace.agentVersion.count({ where: { ...workspace, status: { not: 'published' } } })).toBe(0)
  expect((await anyWorkspace.agent.findUniqueOrThrow({ where: { id: fixture.agentId } })).published).toEqual(published.published)
})
