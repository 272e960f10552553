import { expect } from 'vitest'
import type { CarrierError } from '../../src/carriers/carrier.ts'

/** Returns the error with which a client's promise rejects, or null if it resolves. */
export const errorOf = (promise: Promise<unknown>) => promise.then(() => null).catch((error: CarrierError) => error)

/** Expects a CarrierError of the kind, with a message of one short line and without any of the secrets. */
export async function expectCarrierError(promise: Promise<unknown>, kind: string, secrets: string[] = []) {
  const error = await errorOf(promise)
  expect(error).toMatchObject({ name: 'CarrierError', kind })
  expect(error!.message).toMatch(/^.{1,300}$/)
  for (const secret of secrets) expect(JSON.stringify([error!.message, error])).not.toContain(secret)
}
