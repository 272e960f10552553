import type { components } from './generated/api.ts'

/** What a failed validation says of one field. */
export type ValidationItem = components['schemas']['ValidationItem']

/** An answer of 400 or above. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** As the server sent it: a sentence, an object with `error` and `message`, or the items of a failed validation (422). */
  readonly detail: string | ValidationItem[] | Record<string, unknown>
  /** Names the request in the server's log. */
  readonly requestId: string | null
  constructor(status: number, detail: ApiError['detail'], requestId: string | null) {
    super(`${status} ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`)
    this.status = status
    this.detail = detail
    this.requestId = requestId
  }
}

/** The error that a response tells of; one that is not the API's own, such as a proxy's page, is told by its status text. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const detail = (body as { detail?: ApiError['detail'] } | null)?.detail ?? (response.statusText || 'no detail')
  return new ApiError(response.status, detail, response.headers.get('x-request-id'))
}
