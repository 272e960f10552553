import { expect, test } from 'vitest'
import { encryptSecret } from '../../src/kernel/crypto/encryption.ts'
import { encryptedStore } from '../../src/simulator/wire/encryptedStore.ts'
import { memoryStore } from '../../src/simulator/wire/store.ts'

const transcript = Array.from({ length: 30 }, (_, nth) => ({ role: nth % 2 ? 'user' : 'agent', content: `This is line ${nth} of the call.` }))

test('a record comes back as it was, and takes less room than its text although nobody else can read it', async () => {
  const stored = memoryStore()
  await encryptedStore(stored).put('call', 'call_1', { transcript })
  expect(await encryptedStore(stored).load()).toEqual([{ kind: 'call', id: 'call_1', body: { transcript } }])
  const [record] = await stored.load()
  expect(JSON.stringify(record)).not.toContain('line')
  expect(JSON.stringify(record).length).toBeLessThan(JSON.stringify(transcript).length / 2)
})

test('records of earlier versions are read: encrypted without compression, or as they are', async () => {
  const stored = memoryStore()
  const sealed = Buffer.from(encryptSecret(JSON.stringify({ transcript }), 'simulator_records:call:call_1')).toString('base64')
  await stored.put('call', 'call_1', { sealed })
  await stored.put('call', 'call_2', { transcript })
  await stored.put('call', 'call_3', { sealed })
  expect((await encryptedStore(stored).load()).map(({ id, body }) => ({ id, body }))).toEqual([
    { id: 'call_1', body: { transcript } },
    { id: 'call_2', body: { transcript } },
  ])
})
