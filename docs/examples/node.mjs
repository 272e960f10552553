// Creates an agent, publishes it, places a call, waits for its end, and prints what was said.
// Node 20 or later, nothing to install:
//   API=http://localhost:4000/api/v1 KEY=ago_… node node.mjs [+14155550100]
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const { API = 'http://localhost:4000/api/v1', KEY = '' } = process.env
const number = process.argv[2] ?? '+14155550100'

/** Asks the API and answers the body. One that may be repeated is sent again after 429, 502, 503, or no answer. */
async function ask(method, path, body) {
  const headers = { 'X-API-Key': KEY, 'Content-Type': 'application/json' }
  // The same for every attempt: the server does the work once, however often it hears of it.
  if (method === 'POST') headers['Idempotency-Key'] = randomUUID()
  for (let attempt = 1; ; attempt++) {
    const res = await fetch(API + path, { method, headers, body: body && JSON.stringify(body) }).catch((error) => ({ error }))
    if (res.ok) return res.json()
    if (attempt === 4 || (res.status && ![429, 502, 503].includes(res.status))) throw res.error ?? new Error(`${res.status} ${await res.text()}`)
    await sleep(1000 * Number(res.headers?.get('Retry-After') ?? attempt))
  }
}

const agent = await ask('POST', '/agents', {
  name: 'Ada',
  voice_id: '11labs-Adrian',
  system_prompt: 'You call {{customer}} to confirm an appointment. Be brief and kind.',
  post_call_analysis_data: [{ name: 'confirmed', type: 'boolean', description: 'Will they come?' }],
})
await ask('POST', `/agents/${agent.id}/publish`)

let call = await ask('POST', '/calls', { to_number: number, agent_id: agent.id, variables: { customer: 'Bob' }, metadata: { order: 'A-1' } })
console.log(`Call ${call.id} to ${call.to_number}: ${call.status}`)

// Your own service would rather have `call.completed` sent to it: see webhook.mjs.
while (!call.ended_at || (call.status === 'completed' && call.summary === null)) {
  await sleep(1000)
  call = await ask('GET', `/calls/${call.id}`)
}
console.log(`It ended ${call.status} after ${call.duration_seconds ?? 0} s and cost ${call.cost} ${call.currency}.`)
for (const { role, text } of call.transcript ?? []) console.log(`${role}: ${text}`)
console.log(call.structured_data)
