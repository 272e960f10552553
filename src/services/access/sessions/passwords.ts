import { randomBytes } from 'node:crypto'
import { hash as argon2, verify as matches } from '@node-rs/argon2'
import { fieldError } from '../../../kernel/vocabulary/errors.ts'
import { createBoundedQueue } from '../../shared/boundedQueue.ts'
import { findWeakness } from './passwordStrength.ts'

/** Of argon2id. The tests of other things lower it. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
/** A hash that no password has. Verifying against it takes as long as against a real hash. */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`

/**
 * Each hash takes 19 MiB and about 30 ms of a core. New passwords have their own queue, so that sign-ups never delay sign-ins. Both queues
 * leave threads of Node's pool for files and DNS.
 */
const hashQueue = createBoundedQueue({ atOnce: 1, waiting: 20, retryAfterSeconds: 5 })
const verifyQueue = createBoundedQueue({ atOnce: 2, waiting: 100, retryAfterSeconds: 5 })

/** Hashes a password with argon2id (19 MiB, 2 passes, 1 lane). The result contains salt and cost. Throws OverloadError. */
export const hash = (password: string) => hashQueue(() => argon2(normalizePassword(password), COST))

/** Hashes a new password. Throws UNPROCESSABLE_ENTITY at the field if it is easily guessed, and OverloadError. */
export async function hashChosen(password: string, { email, field = 'password' }: { email: string; field?: string }): Promise<string> {
  const problem = await findWeakness(normalizePassword(password), email)
  if (problem) throw fieldError(['body', field], 'value_error.password', { reason: problem, details: {} })
  return hash(password)
}

/** Whether the password matches the hash. For null (an unknown user) returns false after the same time. Throws OverloadError. */
export const verify = (passwordHash: string | null, password: string) => verifyQueue(() => matches(passwordHash ?? DUMMY_HASH, normalizePassword(password)))

/** Normalizes characters that keyboards encode differently. */
const normalizePassword = (password: string) => password.normalize('NFKC')
