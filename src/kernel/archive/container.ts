import { randomBytes } from 'node:crypto'
import { DomainError } from '../vocabulary/errors.ts'
import { createByteReader } from './byteReader.ts'
import { checksumSeal, passphraseSeal, type Seal, TAG_BYTES } from './seals.ts'

/**
 * An archive is
 *
 *     "callwright backup 1\n" | "-" or "e" for encrypted | salt (32 bytes) | proof (32 bytes) | chunks
 *
 * Each chunk has 64 KiB, and the last can be shorter. It is sealed with its number and whether it is the last, so that a chunk that is changed,
 * moved, missing or added is noticed, also at the end.
 */
const MAGIC = Buffer.from('callwright backup 1\n')
const SALT_BYTES = 32
const PROOF_BYTES = 32
const BEGINNING_BYTES = MAGIC.length + 1 + SALT_BYTES
const CHUNK_BYTES = 64 * 1024

export const damaged = (what: string) => new DomainError('BAD_REQUEST', `The backup is damaged: ${what}. Use another backup.`)

/** Seals a stream of bytes. Encrypts it if there is a passphrase. */
export async function* seal(source: AsyncIterable<Uint8Array>, passphrase: string | null): AsyncGenerator<Buffer> {
  const beginning = Buffer.concat([MAGIC, Buffer.from(passphrase === null ? '-' : 'e'), randomBytes(SALT_BYTES)])
  const { proof, close } = await createSeal(beginning, passphrase)
  yield Buffer.concat([beginning, proof])
  const { read } = createByteReader(source)
  let chunk = await read(CHUNK_BYTES)
  for (let number = 0, isLast = false; !isLast; number++) {
    const next = await read(CHUNK_BYTES)
    isLast = next.length === 0
    yield close(chunk, placeOf(number, isLast))
    chunk = next
  }
}

/** Opens what `seal` wrote. Yields only bytes that are proven. Throws BAD_REQUEST for a wrong passphrase and for every change of the archive. */
export async function* unseal(source: AsyncIterable<Uint8Array>, passphrase: string | null): AsyncGenerator<Buffer> {
  const { read } = createByteReader(source)
  const { open } = await openBeginning(await read(BEGINNING_BYTES + PROOF_BYTES), passphrase)
  let sealed = await read(CHUNK_BYTES + TAG_BYTES)
  for (let number = 0, isLast = false; !isLast; number++) {
    const next = await read(CHUNK_BYTES + TAG_BYTES)
    isLast = next.length === 0
    const chunk = sealed.length < TAG_BYTES ? null : open(sealed, placeOf(number, isLast))
    if (!chunk) throw damaged('it is incomplete or was changed')
    yield chunk
    sealed = next
  }
}

async function openBeginning(read: Buffer, passphrase: string | null): Promise<Seal> {
  const beginning = read.subarray(0, BEGINNING_BYTES)
  const mode = String.fromCharCode(read[MAGIC.length] ?? 0)
  if (!read.subarray(0, MAGIC.length).equals(MAGIC)) throw new DomainError('BAD_REQUEST', 'The file is not a backup that this version can read.')
  if (read.length < BEGINNING_BYTES + PROOF_BYTES || !'-e'.includes(mode)) throw damaged('its beginning is incomplete or was changed')
  if (mode === 'e' && passphrase === null)
    throw new DomainError('BAD_REQUEST', 'The backup is encrypted. Set BACKUP_PASSPHRASE, or name a file with --passphrase-file.')
  if (mode === '-' && passphrase !== null)
    throw new DomainError(
      'BAD_REQUEST',
      'The backup is not encrypted, but there is a passphrase. Use the encrypted backup, or run the command without a passphrase.',
    )
  const created = await createSeal(beginning, passphrase)
  if (created.proof.equals(read.subarray(BEGINNING_BYTES))) return created
  throw passphrase === null
    ? damaged('its beginning was changed')
    : new DomainError('BAD_REQUEST', 'The passphrase is wrong, or the beginning of the backup was changed.')
}

const createSeal = async (beginning: Buffer, passphrase: string | null): Promise<Seal> =>
  passphrase === null ? checksumSeal(beginning) : passphraseSeal(passphrase, beginning.subarray(MAGIC.length + 1), beginning)

/** The place of a chunk, which is never used twice with a key: its number, and whether it is the last. 12 bytes. */
function placeOf(number: number, isLast: boolean): Buffer {
  const place = Buffer.alloc(12)
  place.writeUIntBE(number, 5, 6)
  place[11] = Number(isLast)
  return place
}
