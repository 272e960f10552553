import { deriveKey } from './keyring.ts'

/**
 * Returns the account at the simulated Twilio that owns the built-in numbers, which each workspace gets when it is created. It is the same
 * for all processes of a server and unique to the server.
 */
export function builtInAccount(): { accountSid: string; authToken: string } {
  const key = Buffer.from(deriveKey('simulated carrier')).toString('hex')
  return { accountSid: `AC${key.slice(0, 32)}`, authToken: key.slice(32) }
}
