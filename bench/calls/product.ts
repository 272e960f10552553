import { findFreePort } from '../../src/embedded/freePort.ts'
import { readEnv } from '../../src/kernel/config/env.ts'
import { limitHeapGrowth } from '../../src/kernel/heap.ts'
import type { CallSnapshot } from '../../src/providers/provider.ts'
import type { Running } from '../../src/server.ts'
import { answer } from '../ipc.ts'
import { startProfile, stopProfile } from '../profiler.ts'

export interface ProductOptions {
  databaseUrl: string
  folder: string
  speed: number
  /** New calls a second that the voice provider accepts; without it, any number. */
  rate?: string
}

let running: Running

/** A call of a minute that the contact ended, as a provider reports it. */
function endedSnapshot(id: number): CallSnapshot {
  const endedAt = new Date()
  const transcript = Array.from({ length: 12 }, (_, at) => ({
    role: at % 2 ? ('user' as const) : ('agent' as const),
    text: `Line ${at} of call ${id}, said aloud.`,
    startSeconds: at * 5,
  }))
  return {
    providerCallId: `closed_${id}`,
    ref: null,
    state: 'completed',
    direction: 'outbound',
    toNumber: null,
    startedAt: new Date(endedAt.getTime() - 60_000),
    endedAt,
    durationSeconds: 60,
    endedReason: 'user_hangup',
    providerEndedReason: 'user_hangup',
    transcript,
    hasRecording: false,
    providerCostMicros: null,
    detectedLanguage: null,
    outcome: null,
    analysis: { summary: 'They talked.', structuredData: {}, successEvaluation: 'true', sentiment: null, inVoicemail: null },
    final: true,
  }
}

/** The product with everything that a call needs in one process: API, jobs and dialer. The simulator is a process of its own. */
answer({
  async start({ databaseUrl, folder, speed, rate }: ProductOptions): Promise<string> {
    limitHeapGrowth()
    const { startServer } = await import('../../src/server.ts')
    const env = readEnv({
      PORT: String(await findFreePort()),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      SIMULATOR_SPEED: String(speed),
      ...(rate && { RETELL_CALLS_PER_SECOND: rate }),
      CALLING_HOURS: 'off',
      ALLOW_PRIVATE_WEBHOOKS: 'true',
    })
    running = await startServer(env, databaseUrl)
    const { loaded } = await import('../../src/services/documentation/documentLoading.ts')
    await loaded()
    return running.url
  },
  /** Creates a workspace with funds, and returns its API key. */
  async createWorkspace(): Promise<string> {
    const { createTenant } = await import('../../src/services/operator/operator.ts')
    return (await createTenant({ name: 'Bench', plan: 'enterprise', credit: 1_000_000_000_000n })).apiKey
  },
  /** Ends calls as their provider's last reports do, all at once. Returns how many milliseconds that took. */
  async closeCalls({ workspaceId, ids }: { workspaceId: number; ids: number[] }): Promise<number> {
    const { applySnapshot } = await import('../../src/services/calls/progress/callProgress.ts')
    const startedAt = performance.now()
    await Promise.all(ids.map((id) => applySnapshot({ workspaceId, id } as Parameters<typeof applySnapshot>[0], endedSnapshot(id))))
    return performance.now() - startedAt
  },
  verifyStats: async () => (await import('../../src/services/analytics/counting/callStatChecks.ts')).verify(),
  cpu: () => process.cpuUsage(),
  memory: () => process.memoryUsage().rss,
  startProfile,
  stopProfile,
  stop: () => running.close(),
})
