import { z } from 'zod'

/** A proof as it was downloaded, of which only what a check needs is known. */
export const DownloadedProof = z.object({
  document: z.looseObject({
    workspace_id: z.int32().positive(),
    call_id: z.int32().positive(),
    issued_at: z.iso.datetime(),
    placed: z.looseObject({ placed_at: z.iso.datetime() }),
    placed_digest: z.string(),
  }),
  digest: z.string(),
  signature: z.string(),
})
export type DownloadedProof = z.infer<typeof DownloadedProof>
