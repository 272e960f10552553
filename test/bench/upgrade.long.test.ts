import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { lastMigration } from '../../prisma/migrations.ts'

/** Runs the command of `npm run upgrade:test` on the built product. */
async function upgrade(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/upgrade.ts', ...args], { env: { ...process.env, REDIS_SERVER: inject('redis') } })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>])
  return { output, errors, code }
}

/** The commit before the newest migration; null if the history of this checkout does not reach it. */
function findEarlier(): string | null {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
  const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', `prisma/migrations/${lastMigration()}`)
  return (added && git('rev-parse', '--verify', '--quiet', `${added}^`)) || null
}

const NOT_CHECKED =
  'NOT CHECKED: an upgrade of an earlier version, because the history of this checkout does not reach the commit before the newest migration. The built version was upgraded to itself instead.'

/** Builds the earlier version, which takes half of the time. Five servers start. */
test('servers of the version before the newest migration are replaced one after the other without a failed request or a lost call', async () => {
  const earlier = findEarlier()
  if (!earlier) process.stdout.write(`${NOT_CHECKED}\n`)
  const { output, errors, code } = await upgrade('--from', earlier ?? '.', '--seconds', '2')
  expect.soft(errors).toBe('')
  expect(output).toMatch(earlier ? /^From .+: [1-9]\d* migrations in /m : /^From .+/m)
  for (const phase of earlier ? ['migration', 'earlier servers, new tables', 'replacement'] : ['replacement'])
    expect(output).toMatch(new RegExp(`^\\| ${phase} \\| [1-9]\\d* \\| 0 \\|`, 'm'))
  expect(output).toMatch(/^- True: Every call was reported to its customer in one `call.completed`. \([1-9]\d*\)$/m)
  expect(output).toMatch(/^- True: The statistics agree with the calls and the ledger. \([1-9]\d*\)$/m)
  expect(output).not.toMatch(/^- (FALSE|Failed)/m)
  expect(code).toBe(0)
})

test.each([
  [[], 'Say from which version: npm run upgrade:test -- --from <commit, tag, or folder of a built checkout>\n'],
  [['--from', 'no-such-version'], '--from names neither a folder nor a commit: no-such-version\n'],
  [['--from', 'test'], 'test is not built. Run npm run build there.\n'],
])('with %j, the command says what is wrong', async (args, message) => {
  const { errors, code } = await upgrade(...args)
  expect(errors).toBe(message)
  expect(code).toBe(1)
})
