import { expect } from 'vitest'
import type { Answer } from '../kit/client.ts'

/** The answer of that operation has this status. Its body and headers were held against OpenAPI when it came. */
export const expectAnswer = (operation: string, status: number, answer: Answer) =>
  expect([answer.operation, answer.status], JSON.stringify(answer.body)).toEqual([operation, status])

/** The items of a 422. */
export const items = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  return answer.body.detail as { loc: (string | number)[]; msg: string; type: string }[]
}
