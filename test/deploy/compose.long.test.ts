import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { startCompose } from './composeRun.ts'

const hasCaddy = spawnSync('caddy', ['version']).status === 0
if (!hasCaddy) process.stdout.write('Not tried: compose.yaml as processes, because this machine has no caddy.\n')

let compose: Awaited<ReturnType<typeof startCompose>>
beforeAll(async () => void (hasCaddy && (compose = await startCompose())))
afterAll(() => compose?.stop())

/** Sends a request through the proxy, whose certificate must be valid. */
async function send(method: string, path: string, content?: object) {
  const options = { method, ca: compose.authority, headers: { 'x-api-key': compose.demo().api_key, 'content-type': 'application/json' } }
  const sent = request(new URL(path, compose.url), options).end(content && JSON.stringify(content))
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  const body = await text(response)
  return { status: response.statusCode!, headers: response.headers, body: body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : body }
}

async function placeCall() {
  const agent = await send('POST', '/api/v1/agents', { name: 'Ada', system_prompt: 'Confirm.', voice_engine: 'retell', voice_id: '11labs-Adrian' })
  const { id } = agent.body as { id: number }
  expect((await send('POST', `/api/v1/agents/${id}/publish`)).status).toBe(200)
  const call = await send('POST', '/api/v1/calls', { to_number: '+12125550100', agent_id: id })
  expect(call.status, JSON.stringify(call.body)).toBe(202)
  const path = `/api/v1/calls/${(call.body as { id: number }).id}`
  return waitFor('the call to end', async () => {
    const { body } = (await send('GET', path)) as { body: Record<string, unknown> }
    return body.status === 'completed' && body.outcome ? body : null
  })
}

test.runIf(hasCaddy)('a call is finished through the proxy, and its webhooks reach the servers inside', async () => {
  const call = await placeCall()
  expect(call.duration_seconds).toBeGreaterThan(0)
  const requests = (await (await fetch(`${compose.demo().simulator.url}/simulator/state`)).json()) as { calls: { delivered: number }[] }
  expect(requests.calls[0]!.delivered).toBeGreaterThan(0)
  // Without webhooks, polling would have found the end, and no lines.
  expect(compose.processes('simulator').map(({ output }) => output())).toEqual([expect.not.stringContaining('failed')])
})

test.runIf(hasCaddy)('a browser on this machine is not told to use https for everything', async () => {
  const { status, headers } = await send('GET', '/')
  expect([status, headers['strict-transport-security']]).toEqual([200, undefined])
})

test.runIf(hasCaddy)('a killed server fails no request of the others, and a killed worker no call', async () => {
  for (const name of ['server', 'worker']) {
    // The simulator reaches the first server only, because no network spreads its requests here.
    const { process: child } = compose.processes(name)[1]!
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  for (let count = 0; count < 20; count++) expect((await send('GET', '/api/v1/me')).status).toBe(200)
  await placeCall()
})
