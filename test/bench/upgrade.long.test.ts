import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'

/** Runs the command of `npm run upgrade:test` on the built product. */
async function upgrade(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/upgrade.ts', ...args], { env: { ...process.env, REDIS_SERVER: inject('redis') } })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>])
  return { output, errors, code }
}

/** Upgrades the built product to itself, with five servers: an earlier version takes minutes to build. */
test('servers that are replaced one after the other fail no request and lose no call', async () => {
  const { output, errors, code } = await upgrade('--from', '.', '--seconds', '1')
  expect.soft(errors).toBe('')
  expect(output).toMatch(/^\| replacement \| [1-9]\d* \| 0 \|/m)
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
