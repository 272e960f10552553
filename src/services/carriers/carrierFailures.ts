import { CarrierError } from '../../carriers/carrier.ts'
import { badInput, DomainError, forbidden, unprocessable } from '../../kernel/vocabulary/errors.ts'

/**
 * A carrier's failure in the domain's words (contract: Connect, SMS): what the customer can mend at the carrier is
 * BAD_REQUEST, what passes is PROVIDER_ERROR. Any other error as it is.
 */
export function carrierFailed(name: string, error: unknown): DomainError {
  if (!(error instanceof CarrierError)) throw error
  const because = `${name}: ${error.message}`
  switch (error.kind) {
    case 'bad_credentials':
      return badInput(`The carrier rejected the credentials (${because}).`)
    case 'suspended':
      return badInput(`The carrier has suspended this account (${because}).`)
    case 'forbidden':
      return badInput(`The carrier credentials do not have the required permission (${because}).`)
    case 'not_found':
    case 'invalid_number':
    case 'rejected':
      return badInput(`The carrier rejected the request (${because}).`)
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
        error.kind === 'throttled' ? `The carrier does not accept more requests at the moment (${because}). Try again shortly.` : `The carrier is not available (${because}). Try again shortly.`,
      )
  }
}

/** What failed while an account was looked at: whatever does not pass is about the credentials, so BAD_REQUEST. */
export function accountFailed(name: string, error: unknown): DomainError {
  const failed = carrierFailed(name, error)
  return failed.code === 'PROVIDER_ERROR' ? failed : badInput(failed.message)
}
