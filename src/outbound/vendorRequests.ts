import type { OutgoingHttpHeaders } from 'node:http'
import type { Effect } from './vendorErrors.ts'

export interface VendorRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Scheme, host and path, without the `query`. */
  url: string
  query?: Record<string, string | undefined>
  /** The body, in one of four formats. Fields that are undefined are left out. */
  json?: unknown
  form?: Record<string, string | undefined>
  multipart?: FormData
  xml?: string
  /** Format of the reply. Defaults to JSON. */
  accept?: 'application/xml'
  /** Absent sends none. */
  authorization?: string
  effect: Effect
  timeoutMs?: number
  /** Values to mask in error messages, besides `authorization`. */
  secrets?: readonly string[]
  /** Returns after the headers, also for a redirect, without reading the body. */
  headersOnly?: boolean
}

/** Encoded request body. */
export interface Payload {
  type: string
  bytes: Buffer
}

export async function encodePayload({ json, form, multipart, xml }: VendorRequest): Promise<Payload | null> {
  if (json !== undefined) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) }
  if (form) return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(new URLSearchParams(definedFields(form)).toString()) }
  if (xml !== undefined) return { type: 'application/xml', bytes: Buffer.from(xml) }
  if (!multipart) return null
  const encoded = new Response(multipart)
  return { type: encoded.headers.get('content-type')!, bytes: Buffer.from(await encoded.arrayBuffer()) }
}

export function urlOf({ url: base, query = {} }: VendorRequest): URL {
  const url = new URL(base)
  for (const [name, value] of definedFields(query)) url.searchParams.append(name, value)
  return url
}

const definedFields = (fields: Record<string, string | undefined>) =>
  Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)

export const headersOf = ({ accept, authorization }: VendorRequest, payload: Payload | null): OutgoingHttpHeaders => ({
  accept: accept ?? 'application/json',
  'user-agent': 'callwright',
  ...(authorization !== undefined && { authorization }),
  ...(payload && { 'content-type': payload.type }),
})
