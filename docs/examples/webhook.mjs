// Receives webhooks, and believes only those that are signed with your secret.
// Node 20 or later, nothing to install:
//   SECRET=whsec_… PORT=8080 node webhook.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { SECRET, PORT = '8080' } = process.env

/** Whether the signature is that of these bytes; it takes as long for a wrong one as for the right one. */
function isGenuine(body, signature = '') {
  const expected = Buffer.from(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

createServer(async (req, res) => {
  // The bytes as they came: parsed and written again they would not be the same.
  const body = Buffer.concat(await req.toArray())
  if (!isGenuine(body, req.headers['x-service-signature'])) return res.writeHead(401).end()
  res.writeHead(204).end()
  const { type, id, data } = JSON.parse(body)
  // The same event may come twice: keep `type` and `id` together, and pass over what you know.
  if (type === 'call.completed') console.log(`Call ${id} to ${data.to_number}: ${data.status}, ${data.outcome}`)
}).listen(PORT, () => console.log(`CallMonitorSession on ${PORT}`))
