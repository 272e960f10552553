import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { VOICE_ENGINES } from '../../../src/kernel/vocabulary/engines.ts'
import * as knowledgeCopies from '../../../src/services/knowledge/knowledgeCopies.ts'
import type { Client } from '../../kit/clients/client.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { knowledgeKit } from './knowledgeKit.ts'

const testServer = useTestServer({ speed: 200 })
const { base, change, agent, publish, copies, kept, fault, noFaults, sweep } = knowledgeKit(testServer)
const OLD = 'A city bike costs 300 euros.'
const NEW = 'Electric scooters cost 900 dollars.'
let key: Client
let workspaceId: number
beforeEach(async () => {
  const acme = await testServer().workspace()
  workspaceId = acme.id
  key = await acme.key()
  await noFaults()
})

/** Returns the transcript lines of a call of the agent. */
async function readTranscript(agentId: string): Promise<string[]> {
  const { body } = await key.post('/calls', { to_number: '+12125550100', agent_id: Number(agentId) })
  const { transcript } = await waitFor('the call to end', async () => {
    const call = (await key.get(`/calls/${body.id}`)).body
    return call.status === 'completed' && call.summary !== null ? call : null
  })
  return transcript.map(({ text }: { text: string }) => text)
}
const waitForSweep = (what: string, is: () => Promise<boolean>) => waitFor(what, async () => (await sweep(), is()))
const hasChanges = async (id: string) => (await key.get(`/agents/${id}`)).body.has_unpublished_changes

describe.each(VOICE_ENGINES)('an agent at %s', (engine) => {
  /** Waits for two simulated calls to end, and until the unused former copy is deleted after its grace period. */
  test('answers from the published knowledge, and from changes once it is published again; the former copy is deleted', async () => {
    const before = await kept(engine)
    const { id, documentId } = await base(key, OLD)
    const ada = await agent(key, engine, [id])
    expect(await publish(key, ada)).toMatchObject({ status: 200, body: { has_unpublished_changes: false } })
    expect(await copies(key, id)).toEqual([{ version: 2, status: 'ready', error: null, voiceEngine: engine }])
    await change(key, documentId, NEW)
    expect(await hasChanges(ada)).toBe(true)
    expect(await readTranscript(ada)).toContain(OLD)
    expect((await publish(key, ada)).body).toMatchObject({ has_unpublished_changes: false })
    const lines = await readTranscript(ada)
    expect(lines).toContain(NEW)
    expect(lines).not.toContain(OLD)
    await waitForSweep('the former copy to be deleted', async () => (await copies(key, id)).length === 1)
    expect(await copies(key, id)).toMatchObject([{ version: 3, status: 'ready' }])
    expect(await kept(engine)).toBe(before + 1)
  })

  test('without its knowledge base has no knowledge, and the copy is deleted, as is the copy of an unused base', async () => {
    const before = await kept(engine)
    const { id } = await base(key, OLD)
    const ada = await agent(key, engine, [id])
    await publish(key, ada)
    const detach = (knowledgeBaseIds: string[]) =>
      key.gql('mutation($id: ID!, $input: AgentChanges!) { updateAgent(id: $id, input: $input) { id } }', { id: ada, input: { knowledgeBaseIds } })
    await detach([])
    expect(await hasChanges(ada)).toBe(true)
    await publish(key, ada)
    expect(await hasChanges(ada)).toBe(false)
    expect((await readTranscript(ada)).join()).not.toContain('300')
    await waitForSweep('its copy to be deleted', async () => (await copies(key, id)).length === 0)
    expect(await kept(engine)).toBe(before)
    const { restoreAgentVersion } = await key.gql<any>(
      'mutation($id: ID!) { restoreAgentVersion(agentId: $id, number: 1) { knowledgeBaseIds hasUnpublishedChanges } }',
      {
        id: ada,
      },
    )
    expect(restoreAgentVersion).toEqual({ knowledgeBaseIds: [id], hasUnpublishedChanges: true })
    await detach([])
    await key.gql('mutation($id: ID!) { deleteKnowledgeBase(id: $id) { id } }', { id })
    const again = await key.gql<any>('mutation($id: ID!) { restoreAgentVersion(agentId: $id, number: 1) { knowledgeBaseIds } }', { id: ada })
    expect(again.restoreAgentVersion.knowledgeBaseIds).toEqual([])
  })

  test('is not published if the provider fails or rejects its knowledge; nothing of the copy is left, and the next publish works', async () => {
    const before = await kept(engine)
    const { id } = await base(key, OLD)
    const ada = await agent(key, engine, [id])
    await fault(engine, { mode: 'http500' })
    expect((await publish(key, ada)).status).toBe(502)
    await fault(engine, { mode: 'http400' })
    const refused = await publish(key, ada)
    expect(refused).toMatchObject({ status: 422, body: { detail: { error: 'agent_not_publishable', problems: [{ field: 'knowledge_base_ids' }] } } })
    expect(await copies(key, id)).toMatchObject([{ status: 'failed', error: expect.stringMatching(/\w/) }, { status: 'failed' }])
    expect((await publish(key, ada)).status).toBe(200)
    await waitForSweep('what failed to be forgotten', async () => (await copies(key, id)).length === 1)
    expect(await kept(engine)).toBe(before + 1)
  })

  test('a copy whose process died at any step is finished by another process, and exists once', async () => {
    const before = await kept(engine)
    const places = await Promise.all([OLD, NEW].map((content) => base(key, content)))
    const [createdId, missingId] = places.map(({ id }) => Number(id)) as [number, number]
    const dead = (knowledgeBaseId: number) => ({
      workspaceId,
      knowledgeBaseId,
      engine,
      version: 2,
      tag: randomUUID(),
      owner: randomUUID(),
      leaseUntil: new Date(Date.now() + 60_000),
    })
    const ada = await agent(
      key,
      engine,
      places.map(({ id }) => id),
    )
    // For one copy nothing was requested yet. For the other, a resource was created but not saved.
    const copy = await anyWorkspace.knowledgeBaseSync.create({ data: dead(createdId) })
    await anyWorkspace.knowledgeBaseSync.create({ data: dead(missingId) })
    for (const { id } of places) await waitForSweep('it to be ready', async () => (await copies(key, id))[0]?.status === 'ready')
    expect(await kept(engine)).toBe(before + 2)
    await anyWorkspace.knowledgeBaseSync.update({
      where: { id: copy.id },
      data: { status: 'syncing', refs: {}, owner: randomUUID(), leaseUntil: new Date(Date.now() + 60_000) },
    })
    await waitForSweep('it to be found again', async () => (await copies(key, places[0]!.id))[0]?.status === 'ready')
    expect(await kept(engine)).toBe(before + 2)
    expect((await publish(key, ada)).status).toBe(200)
    expect(await kept(engine)).toBe(before + 2)
  })

  test('two concurrent publishes upload a base once', async () => {
    const before = await kept(engine)
    const { id } = await base(key, OLD)
    const agents = await Promise.all([1, 2, 3].map(() => agent(key, engine, [id])))
    const published = await Promise.all(agents.map((one) => publish(key, one)))
    expect(published.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await copies(key, id)).toHaveLength(1)
    expect(await kept(engine)).toBe(before + 1)
  })
})

test('an empty base does not prevent publishing, and a deleted one does', async () => {
  const { createKnowledgeBase } = await key.gql<any>('mutation { createKnowledgeBase(input: { name: "Empty" }) { id } }')
  const ada = await agent(key, 'retell', [createKnowledgeBase.id])
  expect(await publish(key, ada)).toMatchObject({ status: 200, body: { has_unpublished_changes: false } })
  await anyWorkspace.knowledgeBase.update({ where: { id: Number(createKnowledgeBase.id) }, data: { isActive: false } })
  expect(await publish(key, ada)).toMatchObject({ status: 422, body: { detail: { problems: [{ field: 'knowledge_base_ids' }] } } })
})

test('slow processing at the provider returns 409, and the copy is ready for a later publish', async () => {
  const { readMs } = knowledgeCopies.timeouts
  knowledgeCopies.timeouts.readMs = 0
  try {
    const { id } = await base(key, OLD)
    const ada = await agent(key, 'retell', [id])
    expect((await publish(key, ada)).status).toBe(409)
    await waitForSweep('it to be read', async () => (await copies(key, id))[0]?.status === 'ready')
    expect((await publish(key, ada)).status).toBe(200)
  } finally {
    knowledgeCopies.timeouts.readMs = readMs
  }
})
