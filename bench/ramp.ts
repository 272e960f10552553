import { readFileSync, writeFileSync } from 'node:fs'
import { readOptions } from './ramp/options.ts'
import { formatReport, isProven } from './ramp/report.ts'
import { run } from './ramp/run.ts'
import { disturbance } from './report.ts'

/** `npm run load`: holds many calls at once in all parts of the product, kills a server, and proves that no call was lost, doubled or unpaid. */
async function main() {
  const { saves, ...options } = readOptions(process.argv.slice(2))
  const warning = disturbance()
  if (warning) console.log(warning)
  const result = await run(options, (line) => console.log(line))
  const text = formatReport(result, options, warning)
  console.log(`\n${text}`)
  if (saves) save(text)
  if (!isProven(result.claims)) process.exitCode = 1
}

function save(text: string) {
  const marked = /(<!-- load results -->\n)[\s\S]*?(<!-- end of load results -->)/
  const page = readFileSync('docs/scaling.md', 'utf8')
  writeFileSync(
    'docs/scaling.md',
    page.replace(marked, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`),
  )
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
