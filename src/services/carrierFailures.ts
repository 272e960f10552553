import { CarrierError } from '../carriers/carrier.ts'
import { badInput, DomainError, forbidden, unprocessable } from '../errors.ts'

/**
 * A carrier's failure in the domain's words (contract: Connect, SMS): what the customer can mend at the carrier is
 * BAD_INPUT, what passes is PROVIDER_FAILED. Any other error as it is.
 */
export function carrierFailed(name: string, error: unknown): DomainError {
  if (!(error instanceof CarrierError)) throw error
  const because = `${name}: ${error.message}`
  switch (error.kind) {
    case 'bad_credentials':
      return badInput(`The carrier rejected the credentials. ${because}`)
    case 'suspended':
      return badInput(`The carrier has suspended the account. ${because}`)
    case 'forbidden':
      return badInput(`The credentials lack a right at the carrier. ${because}`)
    case 'not_found':
    case 'invalid_number':
    case 'rejected':
      return badInput(`The carrier refused. ${because}`)
    case 'opted_out':
      return forbidden('The number has opted out of texts')
    case 'not_sms_capable':
    case 'blocked':
    case 'insufficient_funds':
      return unprocessable(`The carrier does not send it. ${because}`)
    case 'throttled':
    case 'unavailable':
    case 'unknown_outcome':
      return new DomainError(
        'PROVIDER_FAILED',
        `The carrier ${name} ${error.kind === 'throttled' ? 'takes no more at the moment' : 'could not be reached'}: ${error.message}`,
      )
  }
}
