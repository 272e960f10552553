import { hostname } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { commands } from '../../../src/admin/commands.ts'
import { readEnv } from '../../../src/kernel/config/env.ts'
import { version } from '../../../src/kernel/config/version.ts'
import { addServer } from '../../../src/kernel/serverState.ts'
import type { ServerStatus } from '../../../src/services/operator/serverStatus.ts'
import { startSimulatorServer } from '../../../src/simulatorServer.ts'
import { graphql } from '../../kit/clients/client.ts'
import { createDataFolder } from '../../kit/server/dataFolder.ts'
import { freshDatabase } from '../../kit/server/postgres.ts'
import { findQuietPort } from '../../kit/server/quietPort.ts'
import { type TestServer, startTestServer, type TestServerOptions } from '../../kit/server/testServer.ts'
import { headersOf } from '../../security/signedInMembers.ts'

const QUERY = '{ serverStatus { processes { host role version lastSeenAt isSilent } checks { name state } } }'

async function startServer(options: TestServerOptions) {
  const server = await startTestServer({ hasSimulatorProcess: true, ...options })
  onTestFinished(() => server.end())
  return server
}

/** Reads the status as a server administrator. */
async function statusReader(server: TestServer) {
  const workspace = await server.workspace()
  await commands['administrator add']!({ email: workspace.email })
  const headers = await headersOf(server, workspace)
  return async () => (await graphql(server.url, headers, QUERY)).data.serverStatus as Pick<ServerStatus, 'processes' | 'checks'>
}
const rolesOf = ({ processes }: Pick<ServerStatus, 'processes'>) => processes.map(({ role }) => role).sort()

test('the simulator that a server runs is listed as a process, with its host, version and last report', async () => {
  const status = await (await statusReader(await startServer({})))()
  expect(rolesOf(status)).toEqual(['all', 'simulator'])
  const simulator = status.processes.find(({ role }) => role === 'simulator')
  expect(simulator).toEqual({ host: hostname(), role: 'simulator', version, lastSeenAt: expect.any(String), isSilent: false })
})

test('a process that only runs the simulator is listed once, needs no Redis, and leaves the list when it stops', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const port = String(await findQuietPort())
  const env = { SIMULATOR_PORT: port, SIMULATOR_URL: `http://127.0.0.1:${port}`, DATABASE_URL: database.url }
  const settings = readEnv({ ...env, ROLE: 'simulator', PORT: '0', DATA_DIR: createDataFolder('simulator') })
  const simulator = await addServer()(() => startSimulatorServer(settings, database.url))
  let isRunning = true
  const stop = async () => {
    if (isRunning) await simulator.close()
    isRunning = false
  }
  onTestFinished(stop)
  const read = await statusReader(await startServer({ databaseUrl: database.url, env }))
  const status = await read()
  expect(rolesOf(status)).toEqual(['all', 'simulator'])
  const states = Object.fromEntries(status.checks.map(({ name, state }) => [name, state]))
  expect(states).toMatchObject({ processes: 'ok', versions: 'ok', redis: 'ok' })
  await stop()
  expect(rolesOf(await read())).toEqual(['all'])
})
