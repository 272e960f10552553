import { expect } from 'vitest'
import type { ApiResponse } from '../kit/clients/client.ts'

/** Expects this status from that operation. The client has checked its body and headers against OpenAPI. */
export const expectResponse = (operation: string, status: number, response: ApiResponse) =>
  expect([response.operation, response.status], JSON.stringify(response.body)).toEqual([operation, status])

/** The errors of a 422 response. */
export const errorsIn = (response: ApiResponse) => {
  expect(response.status, JSON.stringify(response.body)).toBe(422)
  return response.body.detail as { loc: (string | number)[]; msg: string; type: string }[]
}
