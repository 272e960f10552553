import { Agent, request } from 'node:http'
import type { Environment } from '../ground.ts'

/** The voice provider, over persistent connections. */
const agent = new Agent({ keepAlive: true })
const ANSWER_MS = 10_000
let provider: Environment['simulator']

export function useProvider(simulator: Environment['simulator']) {
  provider = simulator
}

/** The provider did not accept the call; `refused` if it answered so itself. */
export class NotPlaced extends Error {
  readonly refused: boolean
  constructor(message: string, refused: boolean) {
    super(message)
    this.refused = refused
  }
}

/** Sends a placement to the provider. Throws NotPlaced. */
export async function placeCall(body: object): Promise<{ call_id: string; call_status: string }> {
  const { status, text } = await post(`${provider.url}/retell/v2/create-phone-call`, JSON.stringify(body)).catch((error: Error) => {
    throw new NotPlaced(error.message, false)
  })
  const answer = JSON.parse(text) as { call_id: string; call_status: string; message?: string }
  if (status >= 300) throw new NotPlaced(answer.message ?? `it answered ${status}`, status < 500)
  return answer
}

const post = (url: string, payload: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${provider.retellApiKey}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(payload),
    }
    const outgoing = request(url, { method: 'POST', agent, headers, signal: AbortSignal.timeout(ANSWER_MS) }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
      incoming.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
