import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import type { Asked } from './wire.ts'

interface Recorded {
  carrier: CarrierName
  op: string
  method: string
  url: string
  type?: string
  body?: string
}

/** A request without what may differ: the order of fields, and headers but the type of the body. */
export interface Shape {
  method: string
  path: string
  query: Record<string, string>
  type: string | null
  fields: Record<string, unknown> | null
}

const { requests } = JSON.parse(readFileSync(new URL('goldenRequests.json', import.meta.url), 'utf8')) as { requests: Recorded[] }

/** What the recordings were made with. */
export const FROM = '+14155550100'
export const TO = '+14155552671'
export const BODY = 'hi € 👍'
export const STATUS_URL = 'https://x.example/s'

/** The request that the carrier's own SDK makes. */
export function golden(carrier: CarrierName, op: string): Shape {
  const { method, url, type, body } = requests.find((one) => one.carrier === carrier && one.op === op)!
  const { pathname, searchParams } = new URL(url, 'https://recorded')
  return shape({ method, path: pathname, query: [...searchParams], type, body: body ?? '' })
}

/** The same of a request that our client made. */
export const shapeOf = ({ headers, ...asked }: Asked): Shape => shape({ ...asked, type: headers['content-type'] as string | undefined })

function shape({ method, path, query, type, body }: Pick<Asked, 'method' | 'path' | 'query' | 'body'> & { type: string | undefined }): Shape {
  const bare = body === '' ? null : (type?.split(';')[0] ?? null)
  return { method, path, query: Object.fromEntries(query), type: bare, fields: bare === null ? null : fieldsOf(bare, body) }
}

function fieldsOf(type: string, body: string): Record<string, unknown> {
  return type === 'application/x-www-form-urlencoded' ? Object.fromEntries(new URLSearchParams(body)) : (JSON.parse(body) as Record<string, unknown>)
}

/**
 * Holds a request against the one that the carrier's SDK makes: method, path, query, type of the body, its fields.
 * `onPurpose` is what we do otherwise, and why is the test's to say.
 */
export function expectGolden(asked: Asked, carrier: CarrierName, op: string, onPurpose: (sdk: Shape) => Partial<Shape> = () => ({})) {
  const sdk = golden(carrier, op)
  expect(shapeOf(asked)).toEqual({ ...sdk, ...onPurpose(sdk) })
}
