import type { ChildProcess } from 'node:child_process'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { VOICE_ENGINES } from '../../../src/kernel/vocabulary/engines.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createTenant } from './placementKit.ts'

const testServer = useTestServer({ speed: 100, hasSimulatorProcess: true })

/** Kills the simulator's process, waits until the server has started another, and for a five-minute conversation to end: three seconds at this speed. */
test.each(VOICE_ENGINES)('%s: a call continues after its provider crashes and restarts', async (engine) => {
  const { place, acme } = await createTenant(testServer(), { engine })
  await place('+14155550011')
  const call = () => anyWorkspace.call.findFirstOrThrow({ where: { workspaceId: acme.id } })
  await waitFor('the conversation', async () => (await call()).status === 'in_progress')
  const children = simulatorProcesses()
  expect(children).toHaveLength(1)
  for (const child of children) child.kill('SIGKILL')
  await waitFor('the end of the call', async () => (await call()).finishedAt)
  expect(await call()).toMatchObject({ status: 'completed' })
  expect((await call()).durationSeconds).toBeGreaterThan(60)
})

/** Lists the simulator processes that this process started. */
const simulatorProcesses = () =>
  (process as unknown as { _getActiveHandles(): unknown[] })
    ._getActiveHandles()
    .filter((handle): handle is ChildProcess => (handle as ChildProcess).spawnargs?.some((argument) => argument.includes('simulator/child')))
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
