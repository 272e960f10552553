import { expect } from 'vitest'
import type { CarrierError } from '../../src/carriers/carrier.ts'

/** How a client's promise fails; null when it does not. */
export const failure = (promise: Promise<unknown>) => promise.then(() => null).catch((error: CarrierError) => error)

/** Holds that it fails in that way, in one short line without any of the secrets. */
export async function expectFailure(promise: Promise<unknown>, kind: string, secrets: string[] = []) {
  const error = await failure(promise)
  expect(error).toMatchObject({ name: 'CarrierError', kind })
  expect(error!.message).toMatch(/^.{1,300}$/)
  for (const secret of secrets) expect(JSON.stringify([error!.message, error])).not.toContain(secret)
}
