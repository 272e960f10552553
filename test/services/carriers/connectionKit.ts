import { beforeAll } from 'vitest'
import { db } from '../../../src/kernel/db/db.ts'
import { CARRIERS, type CarrierName } from '../../../src/kernel/vocabulary/carrierNames.ts'
import type { Client } from '../../kit/clients/client.ts'
import { type SimulatedAccount, simulatedCarriers } from '../../kit/fakes/simulatedCarriers.ts'
import { type TestWorkspace, useTestServer } from '../../kit/server/testServer.ts'

/** Starts a server for this file with an account at each simulated carrier. No jobs run, so that waiting jobs can be counted. */
export function useCarrierAccounts() {
  const testServer = useTestServer({ env: { ROLE: 'api' } })
  const carriers = () => simulatedCarriers(testServer().running.simulator!.url)
  const accounts = new Map<CarrierName, SimulatedAccount>()
  const credentialsOf = (carrier: CarrierName) => accounts.get(carrier)!.credentials
  const tenant = {
    testServer,
    carriers,
    accounts,
    credentialsOf,
    acme: undefined as unknown as TestWorkspace,
    key: undefined as unknown as Client,
    /** Replaces the workspace and its key with new ones. */
    async createWorkspace() {
      tenant.acme = await testServer().workspace()
      tenant.key = await tenant.acme.key()
    },
    connect: (carrier: CarrierName, credentials: object = credentialsOf(carrier), more: object = {}) =>
      tenant.key.post('/integrations/connect', { carrier, credentials, ...more }),
    /** Reads the rows of the workspace's connections, without the simulator's. */
    rows: () => db.carrierConnection.findMany({ where: { workspaceId: tenant.acme.id, carrier: { in: [...CARRIERS] } }, orderBy: { id: 'asc' } }),
  }
  beforeAll(async () => {
    for (const account of await carriers().accounts()) accounts.set(account.carrier, account)
    await tenant.createWorkspace()
  })
  return tenant
}

/** Lists the connections as the dashboard does. */
export const connections = async (client: Client) =>
  (
    await client.gql<any>(
      '{ carrierConnections { nodes { id carrier externalOwnerId accountId smsReady smsMissing numbers inboundUrl webhookVerifiedAt verifiedAt createdAt } } }',
    )
  ).carrierConnections.nodes
