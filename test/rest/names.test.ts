import { expect, test } from 'vitest'
import { z } from 'zod'
import { toCamelKeys, toSnakeKeys } from '../../src/rest/names.ts'

test('names change at the top only: what is inside belongs to the caller', () => {
  expect(toCamelKeys({ agent_ref_id: 1, metadata: { inner_key: 2 }, name: undefined })).toEqual({ agentRefId: 1, metadata: { inner_key: 2 }, name: undefined })
})

const Trip = z
  .object({ firstDay: z.number(), lastDay: z.number() })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, { path: ['lastDay'], error: 'too early' })
const paths = (value: unknown) =>
  toSnakeKeys(Trip)
    .safeParse(value)
    .error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a rule about the whole input holds under its public names', () => {
  expect(paths({ first_day: 1, last_day: 2 })).toBeUndefined()
  expect(paths({ first_day: 2, last_day: 1 })).toEqual([['last_day', 'too early']])
})

test('wrong fields are told once, under their public names', () => {
  expect(paths({ first_day: 'x' })?.map(([path]) => path)).toEqual(['first_day', 'last_day'])
  expect(paths({ firstDay: 1, lastDay: 2 })?.map(([path]) => path)).toEqual(['first_day', 'last_day'])
})
