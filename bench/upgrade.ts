import { parseArgs } from 'node:util'
import { prepareEarlier } from './upgrade/earlier.ts'
import { formatUpgrade, isFlawless } from './upgrade/report.ts'
import { upgrade } from './upgrade/run.ts'

/** `npm run upgrade:test -- --from <commit or folder>`: upgrades servers of an earlier version to this one under load, and proves that nothing failed or was lost. */
async function main() {
  const { values } = parseArgs({ options: { from: { type: 'string' }, seconds: { type: 'string', default: '20' } } })
  if (!values.from) throw new Error('Say from which version: npm run upgrade:test -- --from <commit, tag, or folder of a built checkout>')
  const seconds = Number(values.seconds)
  // The balance of the demo workspace pays for the calls.
  if (!(seconds >= 1 && seconds <= 60)) throw new Error('--seconds must be a number from 1 to 60.')
  const log = (line: string) => console.log(line)
  const earlier = prepareEarlier(values.from, log)
  try {
    const result = await upgrade(earlier, seconds, log)
    console.log(`\n${formatUpgrade(result, earlier)}`)
    if (!isFlawless(result)) process.exitCode = 1
  } finally {
    earlier.remove()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
