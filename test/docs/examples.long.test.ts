import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../src/embedded/freePort.ts'
import type { Client } from '../kit/clients/client.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { useTestServer } from '../kit/server/testServer.ts'

const testServer = useTestServer()
let key: Client
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
  env = { ...process.env, API: `${testServer().url}/api/v1`, KEY: key.apiKey }
})

/** The program that runs each example. */
const RUNS: Record<string, string> = {
  'node.mjs': process.execPath,
  'webhook.mjs': process.execPath,
  'python.py': 'python3',
  'webhook.py': 'python3',
  'curl.sh': 'sh',
}
const path = (name: string) => `docs/examples/${name}`
const examples = (names: string[]) => names.map((name) => ({ name, command: RUNS[name]! }))

test('every example is run by a test, and linked from the page of the API', () => {
  expect(readdirSync('docs/examples').sort()).toEqual(Object.keys(RUNS).sort())
  for (const name of Object.keys(RUNS)) expect(readFileSync('docs/api.md', 'utf8')).toContain(`(examples/${name})`)
})

describe('an agent is created and published, a call is placed and followed, and its transcript is printed', () => {
  /** Waits until the example sees that its call has ended. It polls once a second. */
  test.each(examples(['node.mjs', 'python.py', 'curl.sh']))('$name', async ({ name, command }) => {
    const { stdout, stderr } = await promisify(execFile)(command, [path(name)], { env, timeout: 30_000 })
    const id = /^Call (\d+) to \+14155550100/m.exec(stdout)?.[1]
    const { body } = await key.get(`/calls/${id}`)
    expect(body).toMatchObject({ status: 'completed', metadata: { order: 'A-1' } })
    expect(body.transcript.length).toBeGreaterThan(1)
    for (const { text } of body.transcript) expect(stdout).toContain(text)
    expect(stderr).toBe('')
  })

  /** Runs three examples, each as a process, one after the other. */
  test("an invalid key is reported with the server's message", async () => {
    for (const { name, command } of examples(['node.mjs', 'python.py', 'curl.sh'])) {
      const failed = await promisify(execFile)(command, [path(name)], { env: { ...env, KEY: 'nonsense' }, timeout: 30_000 }).then(
        () => expect.unreachable('it went well'),
        (error: { code: number; stdout: string; stderr: string }) => error,
      )
      expect(failed.code).toBeGreaterThan(0)
      expect(failed.stdout + failed.stderr).toContain('Invalid API key format')
    }
  })
})

describe('a webhook is accepted if it is signed with the secret, and refused otherwise', () => {
  /** Starts the example, waits for a simulated call to end, and for its webhook to reach the example. */
  test.each(examples(['webhook.mjs', 'webhook.py']))('$name', async ({ name, command }) => {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}/hook`
    const { secret } = (await key.put('/webhooks', { url, rotate_secret: true })).body
    const receiver = started(command, [path(name)], { ...env, SECRET: secret, PORT: String(port) })
    await receiver.prints(`CallMonitorSession on ${port}`)

    const agent = (await key.post('/agents', { name: 'Ada', voice_id: 'voice-1' })).body
    await key.post(`/agents/${agent.id}/publish`)
    const call = (await key.post('/calls', { to_number: '+14155550100', agent_id: agent.id })).body
    await receiver.prints(`Call ${call.id} to +14155550100: completed, success`)

    const body = '{"type":"call.completed","id":"forged","data":{}}'
    const sign = (by: string) => `sha256=${createHmac('sha256', by).update(body).digest('hex')}`
    const forged = (signature?: string) =>
      fetch(url, { method: 'POST', body, headers: signature ? { 'X-Service-Signature': signature } : {} }).then(({ status }) => status)
    expect(await Promise.all([forged(), forged('sha256='), forged(sign('other'))])).toEqual([401, 401, 401])
    expect(receiver.printed()).not.toContain('forged')
  })
})

/** Starts a process that ends with the test. */
function started(command: string, args: string[], environment: NodeJS.ProcessEnv) {
  const child: ChildProcess = spawn(command, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill())
  let printed = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  return { printed: () => printed, prints: (line: string) => waitFor(`it prints ${line}`, () => printed.split('\n').includes(line)) }
}
