import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import type { Client } from '../../kit/clients/client.ts'
import { useTestServer } from '../../kit/server/testServer.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let key: Client
beforeAll(async () => {
  key = await (await testServer().workspace()).key()
})

const number = fc.integer({ min: 1_000, max: 1_030 }).map((line) => `+1415555${line}`)
const good = fc.record({
  phone_number: number,
  external_id: fc.option(fc.integer({ min: 1, max: 12 }).map((id) => `crm-${id}`)),
  name: fc.option(fc.constantFrom('Rosa', '', 'x'.repeat(200))),
})
const bad = fc.oneof(
  fc.constantFrom<unknown>(null, 7, 'text', [], {}, { name: 'Rosa' }),
  number.map((phone_number) => ({ phone_number, name: 'x'.repeat(201) })),
  number.map((phone_number) => ({ phone_number, data: [] })),
  number.map((phone_number) => ({ phone_number: ` ${phone_number}` })),
)
const rows = fc.array(
  fc.oneof({ weight: 3, arbitrary: good.map((row) => ({ row, isBad: false })) }, { weight: 1, arbitrary: bad.map((row: unknown) => ({ row, isBad: true })) }),
  {
    minLength: 1,
    maxLength: 30,
  },
)

/** Creates 60 campaigns, and imports up to three random lists of leads into each. */
test('of any mix of rows exactly the valid ones are imported, and each other row is reported with its index', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 1, maxLength: 3 }), async (requests) => {
      const { id } = (await key.post('/campaigns', { name: 'Any' })).body
      const imported = new Map<string, string | null>()
      for (const request of requests) {
        const { body } = await key.post(`/campaigns/${id}/leads`, { leads: request.map(({ row }) => row) })
        const [before, ids] = [new Set(imported.keys()), new Set(imported.values())]
        const seen = { numbers: new Set<string>(), ids: new Set<string>() }
        const failed: number[] = []
        for (const [index, { row, isBad }] of request.entries()) {
          const { phone_number, external_id } = (isBad ? {} : row) as { phone_number: string; external_id: string | null }
          const isRepeated = seen.numbers.has(phone_number) || (external_id != null && seen.ids.has(external_id))
          if (!isBad && !isRepeated) {
            seen.numbers.add(phone_number)
            if (external_id != null) seen.ids.add(external_id)
          }
          if (isBad || isRepeated || before.has(phone_number) || (external_id != null && ids.has(external_id))) failed.push(index)
          else imported.set(phone_number, external_id)
        }
        expect(body.errors.map(({ index }: { index: number }) => index)).toEqual(failed)
        expect([body.imported + body.errors.length, body.total]).toEqual([request.length, request.length])
      }
      const stored = await anyWorkspace.lead.findMany({ where: { campaignId: id }, select: { phoneNumber: true, externalId: true } })
      expect(new Map(stored.map(({ phoneNumber, externalId }) => [phoneNumber, externalId]))).toEqual(imported)
      expect(stored).toHaveLength(imported.size)
    }),
    { numRuns: 60 },
  )
})
