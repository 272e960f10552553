import { expect, test } from 'vitest'
import { AROUND_A_CHUNK, PASSPHRASE, sealed, unsealed } from './archiveKit.ts'

/** Derives a key from the passphrase about twenty times, which is slow on purpose. */
test('an encrypted archive that is cut, changed or put together differently is refused', async () => {
  const archive = await sealed([Buffer.alloc(65_536, 1), Buffer.alloc(65_536, 2), Buffer.from('end')], PASSPHRASE)
  const [beginning, chunk] = [85, 65_552]
  const [first, second, last] = [0, 1, 2].map((at) => archive.subarray(beginning + at * chunk, beginning + (at + 1) * chunk)) as [Buffer, Buffer, Buffer]
  const from = (...parts: Buffer[]) => unsealed(Buffer.concat([archive.subarray(0, beginning), ...parts]), PASSPHRASE)
  expect(await from(first, second, last)).toHaveLength(131_075)
  for (const parts of [[], [first], [first, second], [second, first, last], [first, first, last], [last], [first, second, last, last]])
    await expect(from(...parts)).rejects.toThrow('The backup is damaged: it is incomplete or was changed.')
  for (const at of [0, 20, 21, 52, 53, 84, 85, 70_000, archive.length - 1]) {
    const changed = Buffer.from(archive)
    changed[at]! ^= 1
    await expect(unsealed(changed, PASSPHRASE), `byte ${at}`).rejects.toThrow(/backup/)
  }
})

/** Derives a key from the passphrase twice, which is slow on purpose. */
test.each(AROUND_A_CHUNK)('%i bytes come back whole with a passphrase', async (size) => {
  const bytes = Buffer.alloc(size, 7)
  expect((await unsealed(await sealed([bytes], PASSPHRASE), PASSPHRASE)).equals(bytes)).toBe(true)
})
