import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { seal, unseal } from '../../src/kernel/archive/container.ts'

export const PASSPHRASE = 'correct horse battery'

export const chunks = (bytes: Uint8Array[]) => Readable.from(bytes, { objectMode: true })

export const sealed = (bytes: Uint8Array[], passphrase: string | null) => buffer(Readable.from(seal(chunks(bytes), passphrase)))

export const unsealed = (bytes: Uint8Array, passphrase: string | null) => buffer(Readable.from(unseal(chunks([bytes]), passphrase)))
