import { z } from 'zod'
import { log } from '../../src/kernel/log.ts'
import { validationError } from '../../src/kernel/http/validation.ts'

/** A rejected request; `detail` is the response's. */
export class Refused extends Error {
  readonly status: number
  readonly detail: string | object
  constructor(status: number, detail: string | object) {
    super(typeof detail === 'string' ? detail : 'refused')
    this.status = status
    this.detail = detail
  }
}

/** Parses a value. Throws a 422 with the public validation items. */
export function parsed<Schema extends z.ZodType>(schema: Schema, place: 'query' | 'body', value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  if (!result.success) throw new Refused(422, validationError(result.error.issues, [place]).detail)
  return result.data
}

/** Converts any error to a response. */
export function failure(error: unknown): { status: number; body: { detail: string | object } } {
  if (error instanceof Refused) return { status: error.status, body: { detail: error.detail } }
  const { status } = error as { status?: number }
  if (status === 413 || status === 415) return { status, body: { detail: (error as Error).message } }
  if (status === 400) return { status: 422, body: { detail: [{ loc: ['body'], msg: 'the body is not valid JSON', type: 'value_error.jsondecode' }] } }
  log.error({ err: error }, 'a request failed')
  return { status: 500, body: { detail: 'Internal server error' } }
}
