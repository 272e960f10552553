import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { deriveKey } from './keyring.ts'

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * A key that derives from the root secret signs for one purpose. It survives a rotation of the server's key and is part of each backup, so old
 * signatures stay valid.
 */
const signingKey = (purpose: string): KeyObject => createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, deriveKey(purpose)]), format: 'der', type: 'pkcs8' })

/** Signs a text with Ed25519. Signature and public key (SPKI) are in Base64. */
export function signText(text: string, purpose: string): { signature: string; publicKey: string } {
  const key = signingKey(purpose)
  return { signature: sign(null, Buffer.from(text), key).toString('base64'), publicKey: encodeKey(createPublicKey(key)) }
}

/** Whether this server signed the text for the purpose. */
export const isSigned = (text: string, signature: string, purpose: string): boolean =>
  verify(null, Buffer.from(text), createPublicKey(signingKey(purpose)), Buffer.from(signature, 'base64'))

const encodeKey = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')
