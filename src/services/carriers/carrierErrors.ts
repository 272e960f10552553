import { CarrierError } from '../../carriers/carrier.ts'
import { badRequest, DomainError, forbidden, unprocessable } from '../../kernel/vocabulary/errors.ts'

/**
 * Converts a CarrierError to a DomainError (contract: Connect, SMS): BAD_REQUEST if the customer can fix it at the carrier,
 * PROVIDER_ERROR if it is temporary. Rethrows any other error.
 */
export function fromCarrierError(name: string, error: unknown): DomainError {
  if (!(error instanceof CarrierError)) throw error
  const because = `${name}: ${error.message}`
  switch (error.kind) {
    case 'bad_credentials':
      return badRequest(`The carrier rejected the credentials (${because}).`)
    case 'suspended':
      return badRequest(`The carrier has suspended this account (${because}).`)
    case 'forbidden':
      return badRequest(`The carrier credentials do not have the required permission (${because}).`)
    case 'not_found':
    case 'invalid_number':
    case 'rejected':
      return badRequest(`The carrier rejected the request (${because}).`)
    case 'opted_out':
      return forbidden('This number has opted out of SMS.')
    case 'not_sms_capable':
    case 'blocked':
    case 'insufficient_funds':
      return unprocessable(`The carrier does not send this message (${because}).`)
    case 'throttled':
    case 'unavailable':
    case 'unknown_outcome':
      return new DomainError(
        'PROVIDER_ERROR',
        error.kind === 'throttled'
          ? `The carrier does not accept more requests at the moment (${because}). Try again shortly.`
          : `The carrier is not available (${because}). Try again shortly.`,
      )
  }
}

/** Converts an error of an account request. Anything but a temporary failure is about the credentials, so BAD_REQUEST. */
export function fromAccountError(name: string, error: unknown): DomainError {
  const failed = fromCarrierError(name, error)
  return failed.code === 'PROVIDER_ERROR' ? failed : badRequest(failed.message)
}
