import { Router } from 'express'
import { registerAnswer } from '../kernel/http/openStreams.ts'
import { sendAudio } from '../rest/files/recording.ts'
import { type Exchange, reading, serve } from '../rest/serve.ts'
import * as links from '../services/calls/recordings/recordingLinks.ts'

/** Recordings, for players that can send no key: their address is signed. */
export function recordingLinks(): Router {
  const router = Router()
  const hear = serve(
    '/recordings/{token}',
    reading(async ({ req, res, record }) => {
      const { standing, source } = await links.open(String(req.params.token))
      record.workspaceId = standing.workspaceId
      registerAnswer(standing, res)
      await sendAudio(source, { req, res })
      return null
    }),
  )
  router.all('/recordings/:token', (req, res) => hear(req as Exchange['req'], res))
  return router
}
