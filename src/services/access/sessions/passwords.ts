import { randomBytes } from 'node:crypto'
import { hash as argon2, verify as matches } from '@node-rs/argon2'
import { unprocessable } from '../../../kernel/vocabulary/errors.ts'
import { boundedQueue } from '../../shared/boundedQueue.ts'
import { findWeakness } from './passwordStrength.ts'

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
/** No password has this hash; comparing with it takes as long as with a real one. */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`

/**
 * Each hash takes 19 MiB and some 30 ms of a core. New passwords wait in a queue of their own, so that no number of
 * sign-ups delays a sign-in; both leave threads of Node's pool to files and names.
 */
const hashQueue = boundedQueue({ atOnce: 1, waiting: 20, retryAfterSeconds: 5 })
const verifyQueue = boundedQueue({ atOnce: 2, waiting: 100, retryAfterSeconds: 5 })

/** An argon2id hash (19 MiB, 2 passes, 1 lane) that carries its salt and cost. Throws OverloadError. */
export const hash = (password: string) => hashQueue(() => argon2(normalizePassword(password), COST))

/** The same of a password that somebody chooses. Throws UNPROCESSABLE_ENTITY, at the field, for one that is easily guessed. */
export function hashChosen(password: string, { email, field = 'password' }: { email: string; field?: string }) {
  const problem = findWeakness(normalizePassword(password), email)
  if (problem) throw unprocessable([{ loc: ['body', field], msg: problem, type: 'value_error.password' }])
  return hash(password)
}

/** Whether the password is the hash's. With null, for an unknown user, the answer is no and takes just as long. Throws OverloadError. */
export const verify = (passwordHash: string | null, password: string) => verifyQueue(() => matches(passwordHash ?? DUMMY_HASH, normalizePassword(password)))

/** One spelling for what keyboards write in several ways. */
const normalizePassword = (password: string) => password.normalize('NFKC')
