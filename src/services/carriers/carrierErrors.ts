import { CarrierError } from '../../carriers/carrier.ts'
import { badRequest, DomainError, forbidden, providerFailed, unprocessable } from '../../kernel/vocabulary/errors.ts'

/**
 * Converts a CarrierError to a DomainError (contract: Connect, SMS): BAD_REQUEST if the customer can fix it at the carrier,
 * PROVIDER_ERROR if it is temporary. Rethrows any other error.
 */
export function fromCarrierError(name: string, error: unknown): DomainError {
  if (!(error instanceof CarrierError)) throw error
  const facts = { carrier: name, error: error.message }
  switch (error.kind) {
    case 'bad_credentials':
      return badRequest('carrier_credentials_rejected', facts)
    case 'suspended':
      return badRequest('carrier_account_suspended', facts)
    case 'forbidden':
      return badRequest('carrier_permission_missing', facts)
    case 'not_found':
    case 'invalid_number':
    case 'rejected':
      return badRequest('carrier_rejected', facts)
    case 'opted_out':
      return forbidden('contact_opted_out')
    case 'not_sms_capable':
    case 'blocked':
    case 'insufficient_funds':
      return unprocessable('carrier_does_not_send', facts)
    case 'throttled':
    case 'unavailable':
    case 'unknown_outcome':
      return providerFailed(error.kind === 'throttled' ? 'carrier_busy' : 'carrier_unavailable', facts)
  }
}

/** Converts an error of an account request. Anything but a temporary failure is about the credentials, so BAD_REQUEST. */
export function fromAccountError(name: string, error: unknown): DomainError {
  const converted = fromCarrierError(name, error)
  return converted.code === 'PROVIDER_ERROR' ? converted : new DomainError('BAD_REQUEST', converted.detail, converted.reason)
}
