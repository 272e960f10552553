import { Router } from 'express'
import { registerResponse } from '../../kernel/http/openStreams.ts'
import { sendAudio } from '../../rest/files/recording.ts'
import { type Exchange, readOnly, serve } from '../../rest/serve.ts'
import * as links from '../../services/calls/recordings/recordingLinks.ts'

/** Serves recordings at signed URLs, for players that cannot send a key. */
export function createRecordingRouter(): Router {
  const router = Router()
  const play = serve(
    '/recordings/{token}',
    readOnly(async ({ req, res, record }) => {
      const { standing, source } = await links.openLink(String(req.params.token))
      record.workspaceId = standing.workspaceId
      registerResponse(standing, res)
      await sendAudio(source, { req, res })
      return null
    }),
  )
  router.all('/recordings/:token', (req, res) => play(req as Exchange['req'], res))
  return router
}
