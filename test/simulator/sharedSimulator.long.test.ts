import { expect, onTestFinished, test } from 'vitest'
import { type Simulator, startSimulator } from '../../src/embedded/simulator.ts'
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
  const start = async (runs: 'here' | 'elsewhere' | undefined, found: Simulator[], url = options.url) => {
    const keeper = await startSimulator(database.url, { ...options, url, ...(runs && { runs }) }, (simulator) => void found.push(simulator))
    onTestFinished(keeper.stop)
    return keeper
  }
  return { url: options.url, start }
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
