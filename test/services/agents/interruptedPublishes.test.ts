import { beforeEach, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { LeaseLostError } from '../../../src/kernel/vocabulary/errors.ts'
import { inWorkspace } from '../../../src/kernel/db/workspaceContext.ts'
import * as agents from '../../../src/services/agents/agents.ts'
import * as publishing from '../../../src/services/agents/publishing.ts'
import * as publishIntents from '../../../src/services/agents/publishIntents.ts'
import { advanceClock, HOUR, MINUTE } from '../../kit/waiting/clock.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

// No jobs run in this process: the tests finish interrupted publishes.
const testServer = useTestServer({ env: { ROLE: 'api' } })
const faults = (init: RequestInit) => fetch(`${testServer().running.simulator!.url}/simulator/faults`, init)

beforeEach(async () => void (await faults({ method: 'DELETE' })))

/** Commits a publish, as a process does that dies before it asks the provider. */
async function interruptPublish(voice_id = 'Elliot') {
  const { id: workspaceId, key } = await testServer().workspace()
  const agentId = (await (await key()).post('/agents', { name: 'Ada', voice_id })).body.id as number
  await inWorkspace(workspaceId, async () => {
    const actor = { kind: 'session', workspaceId, scopes: new Set<never>() } as const
    await publishIntents.release(await publishIntents.begin(actor, await agents.get(actor, agentId), []))
  })
  return async () => (await anyWorkspace.agentVersion.findFirstOrThrow({ where: { agentId } })).status
}

test('a publish that was interrupted is finished', async () => {
  const readStatus = await interruptPublish()
  expect(await readStatus()).toBe('publishing')
  expect(await publishing.finishLapsed()).toBe(1)
  expect(await readStatus()).toBe('published')
})

test('while the voice provider is down, it is tried again for an hour, and then fails', async () => {
  const readStatus = await interruptPublish()
  await faults({ method: 'POST', body: JSON.stringify({ provider: 'retell', operation: 'publish', mode: 'http503', times: 99 }) })
  expect(await publishing.finishLapsed()).toBe(1)
  expect([await publishing.finishLapsed(), await readStatus()]).toEqual([0, 'publishing'])
  advanceClock(MINUTE)
  expect([await publishing.finishLapsed(), await readStatus()]).toEqual([1, 'publishing'])
  advanceClock(HOUR)
  expect([await publishing.finishLapsed(), await readStatus()]).toEqual([1, 'failed'])
})

test('it fails at once if the voice provider refuses the agent', async () => {
  const readStatus = await interruptPublish('invalid-voice')
  expect([await publishing.finishLapsed(), await readStatus()]).toEqual([1, 'failed'])
})

test('an attempt that its own process has taken over saves nothing, and the later one goes on', async () => {
  await interruptPublish()
  const [slow] = await publishIntents.takeAbandoned()
  advanceClock(HOUR)
  const [latest] = await publishIntents.takeAbandoned()
  const save = (intent: publishIntents.Intent) => inWorkspace(intent.version.workspaceId, () => publishIntents.save(intent, { providerAgentId: 'agent_1' }))
  await expect(save(slow!)).rejects.toThrow(LeaseLostError)
  await save(latest!)
})
