import { readEnv } from '../../src/kernel/config/env.ts'
import { settings } from '../../src/kernel/config/settings.ts'
import { simulationOf } from '../../src/kernel/config/simulation.ts'
import { loadKeys } from '../../src/kernel/crypto/keys.ts'
import { connect } from '../../src/kernel/db/db.ts'
import { requireDatabase } from '../../src/kernel/db/requirements.ts'
import * as callStatChecks from '../../src/services/analytics/counting/callStatChecks.ts'
import * as operator from '../../src/services/operator/operator.ts'
import { answer } from '../ipc.ts'

/** A new workspace with funds, and its API key. */
export interface Workspace {
  id: number
  apiKey: string
}

const CREDIT = 1_000_000_000_000n

/** The server administrator: creates the workspaces, and verifies the statistics like `npm run admin -- stats verify`. */
answer({
  async open({ databaseUrl, encryptionKey }: { databaseUrl: string; encryptionKey: string }) {
    const env = readEnv({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: encryptionKey })
    Object.assign(settings, simulationOf(env))
    connect(databaseUrl, { size: 4 })
    await requireDatabase()
    await loadKeys(env)
  },
  async createWorkspaces(count: number): Promise<Workspace[]> {
    const workspaces: Workspace[] = []
    for (let nth = 1; nth <= count; nth++) {
      const { workspaceId, apiKey } = await operator.createTenant({ name: `Workspace ${nth}`, plan: 'enterprise', credit: CREDIT })
      workspaces.push({ id: workspaceId, apiKey })
    }
    return workspaces
  },
  /** Describes the rows of the statistics that differ from the calls and the ledger. */
  async verifyStatistics(): Promise<string[]> {
    const { differences, examples } = await callStatChecks.verify()
    return differences === 0 ? [] : [`${differences} rows of the statistics are wrong`, ...examples]
  },
})
