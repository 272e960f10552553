import { CarrierError } from '../../carriers/carrier.ts'
import { badInput, DomainError, forbidden, unprocessable } from '../../kernel/vocabulary/errors.ts'

/**
 * A carrier's failure in the domain's words (contract: Connect, SMS): what the customer can mend at the carrier is
 * BAD_INPUT, what passes is PROVIDER_FAILED. Any other error as it is.
 */
export function carrierFailed(name: string, error: unknown): DomainError {
  if (!(error instanceof CarrierError)) throw error
  const because = `${name}: ${error.message}`
  switch (error.kind) {
    case 'bad_credentials':
      return badInput(`Carrier rejected the credentials (${because})`)
    case 'suspended':
      return badInput(`Carrier has suspended the account (${because})`)
    case 'forbidden':
      return badInput(`Carrier refuses it: the credentials lack a right (${because})`)
    case 'not_found':
    case 'invalid_number':
    case 'rejected':
      return badInput(`Carrier refused the request (${because})`)
    case 'opted_out':
      return forbidden('The number has opted out of texts')
    case 'not_sms_capable':
    case 'blocked':
    case 'insufficient_funds':
      return unprocessable(`Carrier does not send it (${because})`)
    case 'throttled':
    case 'unavailable':
    case 'unknown_outcome':
      return new DomainError(
        'PROVIDER_FAILED',
        error.kind === 'throttled' ? `Carrier takes no more requests at the moment (${because})` : `Carrier is not available (${because})`,
      )
  }
}

/** What failed while an account was looked at: whatever does not pass is about the credentials, so BAD_INPUT. */
export function accountFailed(name: string, error: unknown): DomainError {
  const failed = carrierFailed(name, error)
  return failed.code === 'PROVIDER_FAILED' ? failed : badInput(failed.message)
}
