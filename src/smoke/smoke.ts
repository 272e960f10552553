import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { VoiceEngine } from '../kernel/vocabulary/engines.ts'
import { SMOKE_COMMAND } from '../kernel/config/commandLine.ts'
import { describeError, createReport } from './report.ts'
import { type Account, testRetell } from './retell.ts'
import { testVapi } from './vapi.ts'

const HELP = `Usage: ${SMOKE_COMMAND} [--only retell|vapi] [--call +number --from +number]

  Tests everything that calls depend on at the real voice providers, with RETELL_API_KEY and VAPI_API_KEY, and removes
  everything it creates. No call is placed unless you use --call. Then the test places one real call to that number, from
  a number of the account (--from takes the number, or its Vapi ID), and ends it after a moment. This call is charged.`

const VENDORS = {
  retell: { title: 'Retell', base: 'https://api.retellai.com', run: testRetell },
  vapi: { title: 'Vapi', base: 'https://api.vapi.ai', run: testVapi },
}
/** Uses a reserved domain, so no server receives the webhooks. */
const WEBHOOK_URL = 'https://callwright.invalid/smoke'

type Settings = Record<string, string | undefined>

/**
 * Runs the smoke test with the arguments of the command line and returns the exit code: 1 if a check or a cleanup failed, or if there is no
 * account to test.
 */
export async function runSmokeTest(args: string[], settings: Settings, write: (line: string) => void): Promise<number> {
  const accounts = parseAccounts(args, settings)
  if (typeof accounts === 'string') {
    write(accounts)
    return 1
  }
  const report = createReport(write)
  for (const [vendor, account] of accounts) {
    await VENDORS[vendor]
      .run(account, report)
      .catch((error: unknown) => report.step(`${VENDORS[vendor].title} test completes`, () => Promise.reject(new Error(describeError(error)))))
    await report.cleanUp()
  }
  const failures = report.failureCount()
  write(failures === 0 ? '\nAll checks passed. Nothing is left behind.' : `\nFailed checks: ${failures}, marked with ✗.`)
  return failures === 0 ? 0 : 1
}

/** Returns the accounts to test, or a message if there are none. */
function parseAccounts(args: string[], settings: Settings): [VoiceEngine, Account][] | string {
  const options = { only: { type: 'string' }, call: { type: 'string' }, from: { type: 'string' }, help: { type: 'boolean' } } as const
  let values
  try {
    ;({ values } = parseArgs({ args, options }))
  } catch (error) {
    return `${describeError(error)}\n\n${HELP}`
  }
  const { only, call: to, from, help } = values
  if (help) return HELP
  const engines = (Object.keys(VENDORS) as VoiceEngine[]).filter((engine) => (only ?? engine) === engine && settings[`${engine.toUpperCase()}_API_KEY`])
  if (engines.length === 0) return `No API key to test with. Set RETELL_API_KEY or VAPI_API_KEY.\n\n${HELP}`
  if (!to !== !from) return `Use --call and --from together.\n\n${HELP}`
  if (to && engines.length > 1) return `The test places only one call. Choose the voice provider with --only retell or --only vapi.\n\n${HELP}`
  return engines.map((engine) => {
    const name = engine.toUpperCase()
    const base = (settings[`${name}_BASE_URL`] ?? VENDORS[engine].base).replace(/\/$/, '')
    return [engine, { key: settings[`${name}_API_KEY`]!, base, webhook: { url: WEBHOOK_URL, secret: randomUUID() }, call: to && from ? { to, from } : null }]
  })
}
