import { readFile } from 'node:fs/promises'
import type { Env } from '../kernel/config/env.ts'
import { DomainError } from '../kernel/vocabulary/errors.ts'

const MIN_LENGTH = 12

/** Reads the passphrase of backups: from a file, otherwise from BACKUP_PASSPHRASE; null if there is none. Never an argument, which other users of the machine can read. */
export async function readPassphrase(env: Env, file: string | undefined): Promise<string | null> {
  if (file === undefined) return env.BACKUP_PASSPHRASE ?? null
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new DomainError('BAD_REQUEST', `The passphrase file cannot be read: ${error.message}`)
  })
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase.length < MIN_LENGTH) throw new DomainError('BAD_REQUEST', `The passphrase in ${file} must have at least ${MIN_LENGTH} characters.`)
  return passphrase
}
