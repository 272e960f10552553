import type { components } from './generated/api.ts'

/** Validation error of one field. */
export type ValidationItem = components['schemas']['ValidationItem']

/** Error for a response with status 400 or above. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** As sent by the server: a sentence, an object with `error` and `message`, or a list of validation errors (422). */
  readonly detail: string | ValidationItem[] | Record<string, unknown>
  /** ID of the request in the server's log. */
  readonly requestId: string | null
  constructor(status: number, detail: ApiError['detail'], requestId: string | null) {
    super(`${status} ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`)
    this.status = status
    this.detail = detail
    this.requestId = requestId
  }
}

/** Builds the error of a response. A response that isn't the API's own, such as a proxy's page, is described by its status text. */
export async function createApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const detail = (body as { detail?: ApiError['detail'] } | null)?.detail ?? (response.statusText || 'no detail')
  return new ApiError(response.status, detail, response.headers.get('x-request-id'))
}
