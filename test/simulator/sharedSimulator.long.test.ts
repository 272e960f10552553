import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/embedded/simulator.ts'
import { connect, disconnect } from '../../src/kernel/db/db.ts'
import { randomText } from '../../src/kernel/crypto/ids.ts'
import { freshDatabase } from '../kit/server/postgres.ts'
import { findQuietPort } from '../kit/server/quietPort.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

async function prepare() {
  const database = await freshDatabase()
  connect(database.url)
  onTestFinished(() => disconnect().then(database.drop))
  const port = await findQuietPort()
  const options = {
    speed: 20,
    port,
    url: `http://localhost:${port}`,
    builtInAccount: { accountSid: 'AC1', authToken: randomText(8) },
    allowPrivateTools: true,
    storeKey: '0'.repeat(64),
  }
  const start = async (runs: 'here' | 'elsewhere' | undefined, found: Simulator[], more: Partial<SimulatorOptions> = {}) => {
    const keeper = await startSimulator(database.url, { ...options, ...(runs && { runs }), ...more }, (simulator) => void found.push(simulator))
    onTestFinished(keeper.stop)
    return keeper
  }
  return { url: options.url, port, start }
}

test('processes with SIMULATOR_URL wait for the process that runs the simulator, use it, and do not take over', async () => {
  const { url, start } = await prepare()
  const found: Simulator[] = []
  const follower = start('elsewhere', found)
  const own: Simulator[] = []
  const keeper = await start('here', own)
  await follower
  expect(found).toEqual(own)
  expect(own[0]!.url).toBe(url)
  expect((await fetch(`${url}/simulator/state`)).ok).toBe(true)
  await keeper.stop()
  await waitFor('its end', async () => (await fetch(`${url}/simulator/state`).catch(() => null)) === null)
  // A second one with the role takes over, with the same keys.
  const next: Simulator[] = []
  await start('here', next)
  expect(next).toEqual(own)
})

/** Waits a minute for each, as a start does. */
test('a start without the simulator that it needs ends with a sentence', async () => {
  const { start } = await prepare()
  await expect(start('elsewhere', [])).rejects.toThrow('No simulator runs at SIMULATOR_URL')
})

/** The simulator of one server, which no other process has to find. */
const ALONE = { url: undefined, canUseOtherPort: true }

test('a simulator that used another port because its own was taken keeps it when it starts again', async () => {
  const { port, start } = await prepare()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const [first, again]: Simulator[][] = [[], []]
  const keeper = await start(undefined, first!, ALONE)
  expect(new URL(first![0]!.url).port).not.toBe(String(port))
  await keeper.stop()
  other.close()
  await start(undefined, again!, ALONE)
  expect(again).toEqual(first)
})

test('a simulator that had a URL without a port starts at its own port', async () => {
  const { port, start } = await prepare()
  const keeper = await start('here', [], { url: 'https://simulator.example' })
  await keeper.stop()
  const found: Simulator[] = []
  await start(undefined, found, ALONE)
  expect(found[0]!.url).toBe(`http://127.0.0.1:${port}`)
})
