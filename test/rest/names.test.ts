import { expect, test } from 'vitest'
import { z } from 'zod'
import { toCamelKeys, toSnakeKeys } from '../../src/rest/names.ts'

test("names change only at the top level, and content is the customer's own", () => {
  expect(toCamelKeys({ agent_ref_id: 1, metadata: { inner_key: 2 }, name: undefined })).toEqual({ agentRefId: 1, metadata: { inner_key: 2 }, name: undefined })
})

const Trip = z
  .object({ firstDay: z.number(), lastDay: z.number() })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, { path: ['lastDay'], error: 'too early' })
const paths = (value: unknown) =>
  toSnakeKeys(Trip)
    .safeParse(value)
    .error?.issues.map(({ path, message }) => [path.join('.'), message])

test('errors about the whole input use its public field names', () => {
  expect(paths({ first_day: 1, last_day: 2 })).toBeUndefined()
  expect(paths({ first_day: 2, last_day: 1 })).toEqual([['last_day', 'too early']])
})

test('invalid fields are listed once, with their public names', () => {
  expect(paths({ first_day: 'x' })?.map(([path]) => path)).toEqual(['first_day', 'last_day'])
  expect(paths({ firstDay: 1, lastDay: 2 })?.map(([path]) => path)).toEqual(['first_day', 'last_day'])
})
