import type { IncomingMessage, ServerResponse } from 'node:http'
import { Router } from 'express'
import { VOICE_ENGINES } from '../engines.ts'
import { log } from '../log.ts'
import { ProviderError } from '../providers/provider.ts'
import { beginRequest } from '../requests.ts'
import * as providerEvents from '../services/providerEvents.ts'

const LIMIT = 5 * 1024 * 1024

/** Where voice providers send their webhooks: verified, stored, acknowledged; the work is a job's. */
export function providerRouter(): Router {
  const router = Router()
  for (const name of VOICE_ENGINES) {
    router.post(`/inbound/${name}`, async (req: IncomingMessage, res: ServerResponse) => {
      beginRequest(req, res, `/inbound/${name}`)
      const answer = (status: number) => res.writeHead(status).end()
      try {
        const raw = await read(req)
        if (!raw) return answer(413)
        await providerEvents.receive(name, raw, req.headers)
        answer(204)
      } catch (err) {
        if (err instanceof ProviderError && err.kind === 'bad_signature') {
          log.warn({ provider: name, address: req.socket.remoteAddress }, 'a webhook with a bad signature was refused')
          return answer(401)
        }
        if (err instanceof SyntaxError) return answer(400)
        log.error({ err, provider: name }, 'a webhook could not be stored')
        answer(500)
      }
    })
  }
  return router
}

async function read(req: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LIMIT) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
