import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer } from '../ipc.ts'
import type { Delivery } from './evidence.ts'

/** The customers' server: accepts every webhook, and notes when each delivery of an event came. */
const deliveries = new Map<string, Delivery>()

answer({
  async start(): Promise<string> {
    const server = createServer((req, res) => {
      const parts: Buffer[] = []
      req.on('data', (part: Buffer) => parts.push(part))
      req.once('end', () => {
        note(String(req.headers['x-service-delivery']), Buffer.concat(parts).toString(), Date.now())
        res.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  deliveries: () => [...deliveries.values()],
})

function note(id: string, body: string, at: number) {
  const known = deliveries.get(id)
  if (known) return known.at.push(at)
  const { type, workspace_id, data } = JSON.parse(body) as { type: string; workspace_id: string; data: { call_id: string; provider_call_id: string | null } }
  deliveries.set(id, { id, type, workspaceId: Number(workspace_id), callId: Number(data.call_id), providerCallId: data.provider_call_id, at: [at] })
}
