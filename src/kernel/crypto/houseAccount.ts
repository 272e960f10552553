import { keyFor } from './seal.ts'

/**
 * The account at the simulated Twilio to which the simulator's own numbers belong, those that a workspace gets when it
 * is made: the same for all processes of an installation, and nobody else's.
 */
export function houseAccount(): { accountSid: string; authToken: string } {
  const key = Buffer.from(keyFor('simulated carrier')).toString('hex')
  return { accountSid: `AC${key.slice(0, 32)}`, authToken: key.slice(32) }
}
