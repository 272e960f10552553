import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { seal, unseal } from '../../src/kernel/archive/container.ts'

export const PASSPHRASE = 'correct horse battery'

/** Numbers of bytes around the size of a chunk. */
export const AROUND_A_CHUNK = [0, 1, 65_535, 65_536, 65_537, 131_072]

export const chunks = (bytes: Uint8Array[]) => Readable.from(bytes, { objectMode: true })

export const sealed = (bytes: Uint8Array[], passphrase: string | null) => buffer(Readable.from(seal(chunks(bytes), passphrase)))

export const unsealed = (bytes: Uint8Array, passphrase: string | null) => buffer(Readable.from(unseal(chunks([bytes]), passphrase)))
