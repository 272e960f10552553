import { expect } from 'vitest'
import type { ApiResponse } from '../kit/clients/client.ts'

/** Expects this status from that operation. The client has checked its body and headers against OpenAPI. */
export const expectResponse = (operation: string, status: number, answer: ApiResponse) =>
  expect([answer.operation, answer.status], JSON.stringify(answer.body)).toEqual([operation, status])

/** The errors of a 422 response. */
export const errorsIn = (answer: ApiResponse) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  return answer.body.detail as { loc: (string | number)[]; msg: string; type: string }[]
}
