import { defineConfig } from 'vitest/config'

export default defineConfig({
  // graphql's two builds must not meet: Vite would take one and Node the other.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/kit/globalSetup.ts',
    setupFiles: 'test/kit/setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    pool: 'forks',
    // Files share their worker's modules: loading all of them anew for each file took longer than the tests.
    isolate: false,
    maxConcurrency: 16,
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
  },
})
