import { randomBytes } from 'node:crypto'
import { hash as argon2, verify as matches } from '@node-rs/argon2'

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 4

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
/** No password has this hash; comparing with it takes as long as with a real one. */
const NOBODYS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`

/** An argon2id hash (19 MiB, 2 passes, 1 lane) that carries its salt and cost. */
export const hash = (password: string) => inTurn(() => argon2(typed(password), COST))

/** Whether the password is the hash's. With null, for an unknown user, the answer is no and takes just as long. */
export const verify = (passwordHash: string | null, password: string) => inTurn(() => matches(passwordHash ?? NOBODYS, typed(password)))

/** One spelling for what keyboards write in several ways. */
const typed = (password: string) => password.normalize('NFKC')

let running = 0
const waiting: (() => void)[] = []

/** Each hash takes 19 MiB for its time, so that only a few run at once. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
