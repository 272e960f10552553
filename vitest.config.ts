import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { markBackgroundWork } from './test/kit/runner/backgroundWork.ts'
import LongestFirst from './test/kit/runner/sequencer.ts'
import { measureSlowness } from './test/kit/runner/slowness.ts'

const slow = measureSlowness()
/** How slow a machine is that other processes keep busy. */
const BUSY = 2

export default defineConfig({
  plugins: [markBackgroundWork()],
  // graphql's two builds must not meet: Vite would take one and Node the other.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/kit/runner/globalSetup.ts',
    setupFiles: 'test/kit/runner/setup.ts',
    // They end what hangs: a machine that is busy with other work only makes everything slow.
    testTimeout: 600_000 * slow,
    hookTimeout: 600_000 * slow,
    expect: { poll: { timeout: 120_000 * slow } },
    // They wait for the database, the simulator and browsers half of the time. On a busy machine, more of them get a larger share of it.
    maxWorkers: Math.min(6, Math.max(3, availableParallelism() * (slow > BUSY ? 3 : 2.5))),
    pool: 'forks',
    // Files share their worker's modules: loading all of them anew for each file took longer than the tests.
    isolate: false,
    maxConcurrency: 16,
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    env: { SLOWNESS: String(slow), LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
  },
})
