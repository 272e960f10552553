import { expect, test } from 'vitest'
import { NOT_READ, useLoop } from './eventLoop.ts'

const loop = useLoop()
const MIB = 1_048_576
let count = 0

const create = async () => {
  const input = { name: `Register ${(count += 1)}`, country: 'US' }
  const mutation = 'mutation ($input: DncRegisterInput!) { register: createDncRegister(input: $input) { id } }'
  return (await loop.key().gql<{ register: { id: string } }>(mutation, { input })).register.id
}
/** A file of lines that a register has to read, hash and compare. */
const numbers = () => Array.from({ length: 400_000 }, (_, at) => `+1212${5_000_000 + at}\n`).join('')

/** Uploads each file, and measures the server's CPU time meanwhile. A slow result is repeated. */
test.runIf(process.platform === 'linux').each([
  ['numbers', numbers, ''],
  ['lines that are too long', () => `${'1'.repeat(8_000)}\n`.repeat(600), ''],
  ['one line without an end', () => '('.repeat(5 * MIB), ''],
  ['quotation marks', () => `phone\n${`${'"","",'.repeat(600)}\n`.repeat(1_000)}`, '?column=phone'],
  ['delimiters', () => `phone${','.repeat(4_000)}\n${`${','.repeat(4_000)}\n`.repeat(1_000)}`, '?column=phone'],
  ['separators of digits', () => `${'1 -.'.repeat(1_000)}\n`.repeat(1_000), ''],
])('a register file of %s blocks no other request', async (_name, text, query) => {
  const body = Buffer.from(text())
  const path = `/uploads/registers/${await create()}${query}`
  await loop.keepsNobodyWaiting(async () => {
    const pieces = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, at) => body.subarray(at * 65_536, (at + 1) * 65_536))
    expect(NOT_READ).not.toContain((await loop.send({ method: 'PUT', path, headers: { 'X-API-Key': loop.key().apiKey }, body: pieces })).status)
  })
})
