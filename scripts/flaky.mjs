import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/**
 * Runs the default lane again and again, its files in another order each time, with one busy process a core beside it, and prints each
 * test that failed even once. `npm run test:flaky -- 3 test/rest`: three runs of what is in test/rest.
 */
const given = process.argv.slice(2)
const runs = /^\d+$/.test(given[0] ?? '') ? Number(given.shift()) : 10
const BUSY = 'setInterval(() => { if (process.ppid !== parent) process.exit(); for (const end = Date.now() + 1000; Date.now() < end; ); })'
const folder = mkdtempSync(join(tmpdir(), 'callwright-flaky-'))
const hogs = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', `const parent = ${process.pid}; ${BUSY}`]))
const failures = new Map()
try {
  for (let run = 1; run <= runs; run++) await runOnce(run)
} finally {
  for (const hog of hogs) hog.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
for (const [test, seeds] of failures) process.stdout.write(`${seeds.length} of ${runs}: ${test} (seeds ${seeds.join(', ')})\n`)
if (failures.size === 0) process.stdout.write(`${runs} runs, no failure\n`)
process.exit(failures.size === 0 ? 0 : 1)

async function runOnce(run) {
  const seed = Date.now()
  const outputFile = join(folder, `${run}.json`)
  const options = [`--sequence.seed=${seed}`, '--reporter=json', `--outputFile=${outputFile}`]
  // Without scripts: what is built is built already.
  await ended(spawn('npm', ['test', '--ignore-scripts', '--', ...options, ...given], { stdio: ['ignore', 'ignore', 'inherit'] }))
  const failed = failedIn(JSON.parse(readFileSync(outputFile, 'utf8')))
  for (const test of failed) failures.set(test, [...(failures.get(test) ?? []), seed])
  process.stdout.write(`run ${run} of ${runs}, seed ${seed}: ${failed.length === 0 ? 'no failure' : `failed: ${failed.join('; ')}`}\n`)
}

/** A file that failed as a whole, at its start or end, counts as one test. */
function failedIn({ testResults }) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative('.', name)
    const tests = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `${file} > ${fullName}`)
    return status === 'failed' && tests.length === 0 ? [file] : tests
  })
}

function ended(child) {
  return new Promise((resolve) => child.once('exit', resolve))
}
