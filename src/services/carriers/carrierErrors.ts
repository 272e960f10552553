import { CarrierError } from '../../carriers/carrier.ts'
import { badRequest, DomainError, forbidden, unprocessable } from '../../kernel/vocabulary/errors.ts'

/**
 * Converts a CarrierError to a DomainError (contract: Connect, SMS): BAD_REQUEST if the customer can fix it at the carrier,
 * PROVIDER_ERROR if it is temporary. Rethrows any other error.
 */
export function fromCarrierError(name: string, error: unknown): DomainError {
  if (!(error instanceof CarrierError)) throw error
  const cause = `${name}: ${error.message}`
  switch (error.kind) {
    case 'bad_credentials':
      return badRequest(`The carrier rejected the credentials (${cause}).`)
    case 'suspended':
      return badRequest(`The carrier has suspended this account (${cause}).`)
    case 'forbidden':
      return badRequest(`The carrier credentials do not have the required permission (${cause}).`)
    case 'not_found':
    case 'invalid_number':
    case 'rejected':
      return badRequest(`The carrier rejected the request (${cause}).`)
    case 'opted_out':
      return forbidden('This number has opted out of SMS.')
    case 'not_sms_capable':
    case 'blocked':
    case 'insufficient_funds':
      return unprocessable(`The carrier does not send this message (${cause}).`)
    case 'throttled':
    case 'unavailable':
    case 'unknown_outcome':
      return new DomainError(
        'PROVIDER_ERROR',
        error.kind === 'throttled'
          ? `The carrier does not accept more requests at the moment (${cause}). Try again shortly.`
          : `The carrier is not available (${cause}). Try again shortly.`,
      )
  }
}

/** Converts an error of an account request. Anything but a temporary failure is about the credentials, so BAD_REQUEST. */
export function fromAccountError(name: string, error: unknown): DomainError {
  const converted = fromCarrierError(name, error)
  return converted.code === 'PROVIDER_ERROR' ? converted : badRequest(converted.message)
}
