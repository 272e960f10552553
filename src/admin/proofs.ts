import { readFile, stat } from 'node:fs/promises'
import { ADMIN_COMMAND } from '../kernel/config/commandLine.ts'
import type { Env } from '../kernel/config/env.ts'
import { enterWorkspace } from '../kernel/db/workspaceContext.ts'
import { DomainError } from '../kernel/vocabulary/errors.ts'
import * as proofChecks from '../services/compliance/proof/proofChecks.ts'
import { withPreparedDatabase } from './databases.ts'

const MAX_FILE_BYTES = 10_000_000

/** Checks the signature of a downloaded proof, and compares it with the call. */
export async function verifyProof(env: Env, path: string | undefined) {
  if (!path) throw new DomainError('BAD_REQUEST', `Name a file: ${ADMIN_COMMAND} verify-proof FILE`)
  if ((await stat(path)).size > MAX_FILE_BYTES) throw new DomainError('BAD_REQUEST', 'The file is too large for a proof')
  const text = await readFile(path, 'utf8')
  const { workspace_id: workspaceId } = proofChecks.parse(text).document
  return withPreparedDatabase(env, async () => {
    enterWorkspace(workspaceId)
    const { proof, rows } = await proofChecks.check(text)
    const { workspace_id, call_id, issued_at, placed } = proof.document
    return { signature: 'valid', rows, workspace_id, call_id, placed_at: placed.placed_at, issued_at, digest: proof.digest }
  })
}
