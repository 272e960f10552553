import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../../src')
/** Programs of their own, and generated code. */
const OTHERS = /^(simulator|generated)\//

/** Returns the source files that contain the pattern. */
const filesWith = (pattern: RegExp) =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !OTHERS.test(path) && pattern.test(readFileSync(join(SRC, path), 'utf8')))
    .sort()

test('one module sends requests, except for streamed recordings, S3, and the smoke test', () => {
  expect(filesWith(/\bhttps?\)?\.(request|get)\(|(?<![\w.])fetch\(/)).toEqual([
    // A handler of the MCP library that is called `fetch`; it answers requests.
    'mcp/router.ts',
    'outbound/exchange.ts',
    'outbound/guard.ts',
    'rest/files/recording.ts',
    'smoke/wire.ts',
    'storage/s3Store.ts',
  ])
})

test('the exporter of traces is loaded only where a server with a collector starts', () => {
  expect(filesWith(/from '.*traceExport/)).toEqual([])
  expect(filesWith(/import\('.*traceExport/)).toEqual(['parts.ts'])
})

test("only requests to vendors and the operator's collector, and an operator's to PUBLIC_URL, go without the check of addresses", () => {
  const publicUrl = 'services/operator/doctor/serviceChecks.ts'
  expect(filesWith(/\bguard: null\b/)).toEqual(['outbound/traceExport.ts', 'outbound/vendorClient.ts', publicUrl])
  expect(filesWith(/\bexchange\(\{/)).toEqual(['outbound/documents.ts', 'outbound/post.ts', 'outbound/traceExport.ts', 'outbound/vendorClient.ts', publicUrl])
})
