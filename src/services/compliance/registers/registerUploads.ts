import { validationError } from '../../../kernel/http/validation.ts'
import { parseRowId } from '../../../kernel/db/rows.ts'
import type { Actor } from '../../../kernel/vocabulary/actor.ts'
import { RegisterFileOptions } from '../../../inputs/dncRegisters.ts'
import * as registerLoads from './registerLoads.ts'

/** Loads an uploaded file into a register of the workspace, with the options of the URL. Throws as `load` does, and UNPROCESSABLE_ENTITY for invalid options. */
export async function upload(actor: Actor, idText: string, query: URLSearchParams, source: AsyncIterable<Uint8Array>) {
  const id = parseRowId(idText, 'Register')
  const options = RegisterFileOptions.safeParse(Object.fromEntries(query))
  if (!options.success) throw validationError(options.error.issues, ['query'])
  const { numbers, invalidLines, invalidAt } = await registerLoads.load(actor, id, source, options.data)
  return { id, numbers, invalid_lines: invalidLines, invalid_at: invalidAt }
}
