import { Router } from 'express'
import { sendAudio } from '../rest/recording.ts'
import { answer, type Exchange, serve } from '../rest/serve.ts'
import * as links from '../services/recordingLinks.ts'

/** Recordings, for players that can send no key: their address is signed. */
export function recordingLinks(): Router {
  const router = Router()
  const hear = serve('/recordings/{token}', async ({ req, res, record }) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD')
      return answer(405, { detail: 'Method Not Allowed' })
    }
    const { workspaceId, source } = await links.open(String(req.params.token))
    record.workspaceId = workspaceId
    await sendAudio(source, { req, res })
    return null
  })
  router.all('/recordings/:token', (req, res) => hear(req as unknown as Exchange['req'], res))
  return router
}
