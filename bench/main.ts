import { stopContestants, startContestants, type Contestant } from './contestants.ts'
import { FULL } from './data.ts'
import { type Prepared, prepare } from './ground.ts'
import { measure } from './measure.ts'
import { type Result, verdicts } from './numbers.ts'
import type { Contender } from './operations.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { type CpuMeter, ownPostgres } from './postgres.ts'
import { profile } from './profile.ts'
import { aims, disturbance, keepResults, saveResults, table } from './report.ts'
import { compareAnswers } from './same.ts'

/** Runs the benchmark: prepares the environment, compares the responses, measures, and reports. */
async function main(options: Options) {
  if (options.help) return console.log(USAGE)
  const ends: (() => Promise<unknown>)[] = []
  let ended: Promise<void> | undefined
  const end = () => (ended ??= inTurn(ends.toReversed()))
  process.once('SIGINT', () => void end().then(() => process.exit(130)))
  try {
    const warning = disturbance()
    if (warning) console.log(warning)
    console.log(`Preparing ${FULL.calls} calls in ${FULL.workspaces} workspaces …`)
    const postgres = await ownPostgres()
    ends.push(postgres.stop)
    const prepared = await prepare(postgres.url, FULL)
    ends.push(prepared.end)
    const taking = options.contenders.filter((contender) => options.operations.some(({ contenders }) => contenders[contender]))
    const contestants = await startContestants(taking, prepared.environment)
    ends.push(() => stopContestants(contestants))
    if (options.profile) for (const [contender, contestant] of contestants) await profile(options.operations, contender, contestant, prepared)
    else await compare(options, contestants, prepared, postgres.cpu)
  } finally {
    await end()
  }
}

async function inTurn(works: (() => Promise<unknown>)[]) {
  for (const work of works) await work()
}

async function compare({ operations, rounds, share, save, check }: Options, contestants: Map<Contender, Contestant>, prepared: Prepared, cpu: CpuMeter) {
  const differences = await compareAnswers(contestants, prepared.environment)
  if (differences.length > 0) throw new Error(`The responses of the contenders differ.\n\n${differences.join('\n\n')}`)
  console.log('The responses of the contenders are equal.')
  const results: Result[] = []
  for (const operation of operations) {
    const result = { operation, measured: await measure(operation, contestants, prepared, cpu, { rounds, share }) }
    if (result.measured.length === 0) continue
    results.push(result)
    console.log(`\n${table(result)}`)
  }
  console.log(`\n${aims(results)}`)
  keepResults(results, { rounds, share })
  if (save) saveResults(results, rounds)
  if (check && verdicts(results).some(({ isMet }) => !isMet)) process.exitCode = 1
}

await main(readOptions(process.argv.slice(2))).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
