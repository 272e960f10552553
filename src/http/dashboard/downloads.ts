import { pipeline } from 'node:stream/promises'
import { Router } from 'express'
import { DomainError } from '../../kernel/vocabulary/errors.ts'
import { log } from '../../kernel/log.ts'
import { registerResponse } from '../../kernel/http/openStreams.ts'
import { type Exchange, readOnly, serve } from '../../rest/serve.ts'
import * as reports from '../../services/reports/reports.ts'

/** Maximum duration of a download, in milliseconds. */
const DOWNLOAD_TIMEOUT_MS = 3_600_000

/** Serves report files at signed URLs, which need no key. */
export function createDownloadRouter(): Router {
  const router = Router()
  const send = serve(
    '/downloads/{token}',
    readOnly(async ({ req, res, record }) => {
      const file = await open(String(req.params.token))
      record.workspaceId = file.standing.workspaceId
      registerResponse(file.standing, res)
      res.writeHead(200, {
        'Content-Type': file.type,
        'Content-Length': file.bytes,
        'Content-Disposition': `attachment; filename="${file.name}"`,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
      })
      if (req.method === 'HEAD') res.end(() => file.content.destroy())
      else await pipeline(file.content, res, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) }).catch(() => res.destroy())
      return null
    }),
  )
  router.all('/downloads/:token', (req, res) => send(req as Exchange['req'], res))
  return router
}

/** Throws NOT_FOUND for an invalid or expired URL, and UNAVAILABLE if the store cannot return the file. */
const open = (token: string) =>
  reports.download(token).catch((error: unknown) => {
    if (error instanceof DomainError) throw error
    log.error({ err: error }, 'could not open a file for download')
    throw new DomainError('UNAVAILABLE', 'The file cannot be read right now. Try again in a moment.')
  })
