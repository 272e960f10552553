import { DownloadedProof } from '../../../inputs/proofs.ts'
import { DomainError } from '../../../kernel/vocabulary/errors.ts'
import * as callProofs from './callProofs.ts'
import { isIntact } from './proofDocuments.ts'

/** What the rows of this server say now about the moment when the call was placed: the same, something else, or nothing. */
export type RowsState = 'unchanged' | 'changed' | 'missing'

/** The element of a downloaded page that holds the signed proof. */
const IN_PAGE = /<script type="application\/json" id="proof">([^<]*)<\/script>/

/** Reads a proof from a downloaded page or JSON file. Throws BAD_REQUEST if the text contains none. */
export function parse(text: string): DownloadedProof {
  try {
    return DownloadedProof.parse(JSON.parse(IN_PAGE.exec(text)?.[1] ?? text))
  } catch {
    throw new DomainError('BAD_REQUEST', 'The file contains no proof of a call')
  }
}

/** Checks that this server signed a proof, and that nobody changed it. Throws CONFLICT if not. Returns the proof, and whether its rows still say the same. */
export async function check(text: string): Promise<{ proof: DownloadedProof; rows: RowsState }> {
  const proof = parse(text)
  if (!isIntact(proof)) throw new DomainError('CONFLICT', 'The signature is not valid: another server signed this proof, or it was changed')
  const { workspace_id: workspaceId, call_id: callId, placed_digest: digest } = proof.document
  try {
    const { document } = await callProofs.get({ workspaceId }, callId)
    return { proof, rows: document.placed_digest === digest ? 'unchanged' : 'changed' }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return { proof, rows: 'missing' }
    throw error
  }
}
