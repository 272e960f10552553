import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_COMMAND } from './commandLine.ts'

/** The file that names the backup whose restore into a folder has begun. It is deleted once everything is there. */
export const unfinishedRestoreOf = (dataDir: string) => join(dataDir, 'restore.unfinished')

/** Throws for the server administrator if a restore into the folder has begun and not finished. */
export function requireFinished(dataDir: string): void {
  const file = unfinishedRestoreOf(dataDir)
  if (existsSync(file))
    throw new Error(
      `A restore into ${dataDir} did not finish. Run "${ADMIN_COMMAND} restore FILE" with the same backup again. To give up the restore, delete ${file} and what is in ${dataDir}.`,
    )
}
