import type { ChildProcess } from 'node:child_process'
import { expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { VOICE_ENGINES } from '../../../src/kernel/vocabulary/engines.ts'
import { until } from '../../kit/until.ts'
import { useWorld } from '../../kit/world.ts'
import { tenant } from './placementKit.ts'

const world = useWorld({ speed: 100, isSimulatorApart: true })

/** Kills the simulator's process, waits for the server to start another, and for a conversation of five minutes to end: three seconds at this speed. */
test.each(VOICE_ENGINES)('%s: a provider that dies in the middle of a call and comes back goes on with it, and so do we', async (engine) => {
  const { place, acme } = await tenant(world(), { engine })
  await place('+14155550011')
  const call = () => anyWorkspace.call.findFirstOrThrow({ where: { workspaceId: acme.id } })
  await until('the conversation', async () => (await call()).status === 'in_progress')
  const children = simulatorProcesses()
  expect(children).toHaveLength(1)
  for (const child of children) child.kill('SIGKILL')
  await until('its end', async () => (await call()).finishedAt)
  expect(await call()).toMatchObject({ status: 'completed' })
  expect((await call()).durationSeconds).toBeGreaterThan(60)
})

/** The simulator's process, which this one started. */
const simulatorProcesses = () =>
  (process as unknown as { _getActiveHandles(): unknown[] })
    ._getActiveHandles()
    .filter((handle): handle is ChildProcess => (handle as ChildProcess).spawnargs?.some((argument) => argument.includes('simulator/child')))
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
