import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { CarrierName } from '../../src/kernel/vocabulary/carrierNames.ts'
import type { CapturedRequest } from './fakeCarrier.ts'

interface RecordedRequest {
  carrier: CarrierName
  op: string
  method: string
  url: string
  type?: string
  body?: string
}

/** The parts of a request that are compared. The order of fields and the headers except the content type are left out. */
export interface RequestShape {
  method: string
  path: string
  query: Record<string, string>
  type: string | null
  fields: Record<string, unknown> | null
}

const { requests } = JSON.parse(readFileSync(new URL('goldenRequests.json', import.meta.url), 'utf8')) as { requests: RecordedRequest[] }

/** The values in the recorded requests. */
export const FROM = '+14155550100'
export const TO = '+14155552671'
export const BODY = 'hi € 👍'
export const STATUS_URL = 'https://x.example/s'

/** Returns the recorded request of the carrier's own SDK. */
export function goldenRequest(carrier: CarrierName, op: string): RequestShape {
  const { method, url, type, body } = requests.find((request) => request.carrier === carrier && request.op === op)!
  const { pathname, searchParams } = new URL(url, 'https://recorded')
  return toShape({ method, path: pathname, query: [...searchParams], type, body: body ?? '' })
}

/** Returns the shape of a request that our client sent. */
export const shapeOf = ({ headers, ...request }: CapturedRequest): RequestShape => toShape({ ...request, type: headers['content-type'] as string | undefined })

function toShape({
  method,
  path,
  query,
  type,
  body,
}: Pick<CapturedRequest, 'method' | 'path' | 'query' | 'body'> & { type: string | undefined }): RequestShape {
  const mediaType = body === '' ? null : (type?.split(';')[0] ?? null)
  return { method, path, query: Object.fromEntries(query), type: mediaType, fields: mediaType === null ? null : parseFields(mediaType, body) }
}

function parseFields(type: string, body: string): Record<string, unknown> {
  return type === 'application/x-www-form-urlencoded' ? Object.fromEntries(new URLSearchParams(body)) : (JSON.parse(body) as Record<string, unknown>)
}

/**
 * Expects a request to have the shape of the SDK's request: method, path, query, media type and fields. `differencesFrom` returns
 * the parts that differ on purpose. The test states why.
 */
export function expectGolden(
  request: CapturedRequest,
  carrier: CarrierName,
  op: string,
  differencesFrom: (golden: RequestShape) => Partial<RequestShape> = () => ({}),
) {
  const golden = goldenRequest(carrier, op)
  expect(shapeOf(request)).toEqual({ ...golden, ...differencesFrom(golden) })
}
