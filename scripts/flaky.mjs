import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/**
 * Runs the default tests repeatedly, with a different order of files and different random values for property tests each time and one busy process per
 * core, and prints every test that failed at least once. `npm run test:flaky -- 3 test/rest` runs the tests in test/rest three times.
 */
const args = process.argv.slice(2)
const runs = /^\d+$/.test(args[0] ?? '') ? Number(args.shift()) : 10
const BUSY_LOOP = 'setInterval(() => { if (process.ppid !== parent) process.exit(); for (const end = Date.now() + 1000; Date.now() < end; ); })'
/** Lines of an error that are printed: the message and where it was thrown. */
const MESSAGE_LINES = 20
const folder = mkdtempSync(join(tmpdir(), 'callwright-flaky-'))
const busyProcesses = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', `const parent = ${process.pid}; ${BUSY_LOOP}`]))
const failures = new Map()
try {
  for (let run = 1; run <= runs; run++) await runOnce(run)
} finally {
  for (const child of busyProcesses) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
for (const [test, seeds] of failures) process.stdout.write(`${seeds.length} of ${runs}: ${test} (seeds ${seeds.join(', ')})\n`)
if (failures.size === 0) process.stdout.write(`${runs} runs, no failure\n`)
process.exit(failures.size === 0 ? 0 : 1)

async function runOnce(run) {
  const seed = Date.now()
  const outputFile = join(folder, `${run}.json`)
  const options = [`--sequence.seed=${seed}`, '--reporter=json', `--outputFile=${outputFile}`]
  // Without the pretest script, since the build exists.
  const env = { ...process.env, PROPERTY_SEED: String(seed % 2 ** 31) }
  await waitForExit(spawn('npm', ['test', '--ignore-scripts', '--', ...options, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }))
  const failed = listFailed(JSON.parse(readFileSync(outputFile, 'utf8')))
  for (const { test } of failed) failures.set(test, [...(failures.get(test) ?? []), seed])
  process.stdout.write(`run ${run} of ${runs}, seed ${seed}: ${failed.length === 0 ? 'no failure' : 'failed:'}\n`)
  for (const { test, message } of failed) process.stdout.write(`  ${test}\n    ${message.split('\n').slice(0, MESSAGE_LINES).join('\n    ')}\n`)
}

/** Lists the failed tests with their errors. A file that failed outside its tests counts as one. */
function listFailed({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name)
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ test: `${file} > ${fullName}`, message: failureMessages.join('\n') }))
    return status === 'failed' && tests.length === 0 ? [{ test: file, message }] : tests
  })
}

function waitForExit(child) {
  return new Promise((resolve) => child.once('exit', resolve))
}
