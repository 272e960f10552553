import { beforeEach, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { VOICE_ENGINES } from '../../../src/kernel/vocabulary/engines.ts'
import * as knowledgeCopies from '../../../src/services/knowledge/knowledgeCopies.ts'
import * as knowledgeSync from '../../../src/services/knowledge/knowledgeSync.ts'
import type { Client } from '../../kit/clients/client.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createCampaign, phoneNumbersOf } from '../dialer/dialerKit.ts'
import { knowledgeKit } from './knowledgeKit.ts'

const testServer = useTestServer({ speed: 200 })
const { base, change, agent, publish, copies, fault, noFaults, sweep } = knowledgeKit(testServer)
let key: Client
let workspaceId: number
beforeEach(async () => {
  const acme = await testServer().workspace()
  workspaceId = acme.id
  key = await acme.key()
  await noFaults()
})

const campaign = (agentId: string, knowledgeBaseIds: number[], status = 'draft') =>
  anyWorkspace.campaign.create({ data: { workspaceId, name: 'Spring', status, agentId: Number(agentId), settings: { knowledgeBaseIds } } })
const waitForSweep = (what: string, is: () => Promise<boolean>) => waitFor(what, async () => (await sweep(), is()))

describe.each(VOICE_ENGINES)('a campaign at %s', (engine) => {
  /** Waits until the provider has processed two versions, and until each unused copy is deleted after its grace period. */
  test('uploads its knowledge bases, and again after changes; calls use the newest ready copy', async () => {
    const { id, documentId } = await base(key, 'A city bike costs 300 euros.')
    const ids = [Number(id)]
    const forCalls = () => knowledgeCopies.listForCalls(workspaceId, engine, ids)
    const campaignId = await campaign(await agent(key, engine, []), ids)
    expect(await forCalls()).toEqual([])
    expect(await knowledgeCopies.listMissing(workspaceId, engine, ids)).toEqual([{ knowledgeBaseId: ids[0], name: 'Prices', reason: 'not_ready', error: null }])
    await knowledgeSync.syncAll()
    await waitForSweep('it to be ready', async () => (await forCalls()).length === 1)
    expect(await forCalls()).toMatchObject([{ knowledgeBaseId: ids[0], version: 2, name: 'Prices', description: null }])
    expect(await knowledgeCopies.listMissing(workspaceId, engine, ids)).toEqual([])
    await change(key, documentId, 'A city bike costs 310 euros.')
    await waitForSweep('the change to be there', async () => (await forCalls())[0]?.version === 3)
    await waitForSweep('the former copy to be deleted', async () => (await copies(key, id)).length === 1)
    await anyWorkspace.campaign.update({ where: { id: campaignId.id }, data: { status: 'completed' } })
    await waitForSweep('the last copy to be deleted', async () => (await copies(key, id)).length === 0)
    expect(await forCalls()).toEqual([])
  })

  /** Waits until the provider has processed two knowledge bases, and for a campaign of six simulated calls to complete. */
  test('answers its leads from its own knowledge bases and those of its agent', async () => {
    const own = await base(key, 'Helmets are free.')
    const added = await base(key, 'A city bike costs 300 euros.')
    const ada = await agent(key, engine, [own.id])
    expect((await publish(key, ada)).status).toBe(200)
    const numbers = phoneNumbersOf('415', 6)
    const { start, over, calls } = await createCampaign(workspaceId, Number(ada), { phones: numbers, settings: { knowledgeBaseIds: [Number(added.id)] } })
    await knowledgeSync.syncAll()
    await waitForSweep('it to be ready', async () => (await knowledgeCopies.listMissing(workspaceId, engine, [Number(added.id)])).length === 0)
    await start()
    await over()
    const lines: string[] = []
    for (const { id } of await calls()) lines.push(...(await key.get(`/calls/${id}`)).body.transcript.map(({ text }: { text: string }) => text))
    expect(lines.filter((text) => text === 'Helmets are free.' || text === 'A city bike costs 300 euros.')).toHaveLength(numbers.length)
    expect(lines).toContain('A city bike costs 300 euros.')
  })

  test('with a knowledge base that the provider rejects shows the error', async () => {
    const { id } = await base(key, 'x y')
    await campaign(await agent(key, engine, []), [Number(id)])
    await fault(engine, { mode: 'http400' })
    await knowledgeSync.syncAll()
    const missing = () => knowledgeCopies.listMissing(workspaceId, engine, [Number(id)])
    await waitFor('it to fail', async () => (await missing())[0]?.reason === 'failed')
    expect(await missing()).toMatchObject([{ name: 'Prices', reason: 'failed', error: expect.stringMatching(/\w/) }])
    await knowledgeSync.syncAll()
    expect(await copies(key, id)).toHaveLength(1)
  })
})

test('ready copies are listed only for the given workspace, engine and knowledge bases', async () => {
  const baseId = await base(key, 'One bike.')
  const two = await base(key, 'Two bikes.')
  const empty = (await key.gql<any>('mutation { createKnowledgeBase(input: { name: "Empty" }) { id } }')).createKnowledgeBase
  const all = [baseId, two, empty].map(({ id }) => Number(id))
  await campaign(await agent(key, 'vapi', []), all, 'paused')
  await knowledgeSync.syncAll()
  await waitForSweep('both to be ready', async () => (await knowledgeCopies.listForCalls(workspaceId, 'vapi', all)).length === 2)
  expect((await knowledgeCopies.listForCalls(workspaceId, 'vapi', [all[1]!])).map(({ knowledgeBaseId }) => knowledgeBaseId)).toEqual([all[1]])
  expect(await knowledgeCopies.listForCalls(workspaceId, 'retell', all)).toEqual([])
  expect(await knowledgeCopies.listForCalls(workspaceId + 1, 'vapi', all)).toEqual([])
  expect(await knowledgeCopies.listForCalls(workspaceId, 'vapi', [])).toEqual([])
  expect(await knowledgeCopies.listMissing(workspaceId, 'vapi', [...all, 999_999])).toMatchObject([{ knowledgeBaseId: 999_999, name: null, reason: 'deleted' }])
  expect(await knowledgeCopies.listMissing(workspaceId + 1, 'vapi', [all[0]!])).toMatchObject([{ knowledgeBaseId: all[0], reason: 'deleted' }])
})
