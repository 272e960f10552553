import { pipeline } from 'node:stream/promises'
import { type Request, Router } from 'express'
import { DomainError } from '../errors.ts'
import { log } from '../log.ts'
import { beginRequest } from '../requests.ts'
import * as reports from '../services/reports.ts'

/** How long somebody may take to read a file, in milliseconds. */
const FINISH_MS = 3_600_000

/** Files of reports, for whoever has their address: it is signed, and asks for no key. */
export function downloads(): Router {
  const router = Router()
  router.all('/downloads/:token', async (req: Request<{ token: string }>, res) => {
    const record = beginRequest(req, res, '/downloads/{token}')
    const refuse = (status: number, detail: string) =>
      res
        .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...(status === 405 && { Allow: 'GET, HEAD' }) })
        .end(JSON.stringify({ detail }))
    if (req.method !== 'GET' && req.method !== 'HEAD') return void refuse(405, 'Method Not Allowed')
    const file = await reports.download(req.params.token).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return void refuse(404, error.message)
      log.error({ err: error, requestId: record.requestId }, 'a file could not be opened')
      return void refuse(503, 'The file cannot be read at the moment: try again')
    })
    if (!file) return
    record.workspaceId = file.workspaceId
    res.writeHead(200, {
      'Content-Type': file.type,
      'Content-Length': file.bytes,
      'Content-Disposition': `attachment; filename="${file.name}"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    })
    if (req.method === 'HEAD') res.end(() => file.content.destroy())
    else await pipeline(file.content, res, { signal: AbortSignal.timeout(FINISH_MS) }).catch(() => res.destroy())
  })
  return router
}
