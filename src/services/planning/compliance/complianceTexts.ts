import { codedText, type FactsOf } from '../../../kernel/lib/codedTexts.ts'

/** What is wrong, and what to do about it, in English. */
interface IssueText {
  message: string
  action: string
}

const leadsThat = (count: string, one: string, many: string) => (count === '1' ? `1 lead ${one}` : `${count} leads ${many}`)

/** What is late, risky or missing for the law, by code. */
export const COMPLIANCE_TEXTS = {
  rules_changed: codedText(['campaign', 'places', 'changed_at'], ({ campaign, places, changed_at: at }): IssueText => ({
    message: `The rules on ${places} changed at ${at}. They apply to the running campaign "${campaign}".`,
    action: 'Read what changed, and check the settings of the campaign.',
  })),
  rules_looser: codedText(['places', 'reason'], ({ places, reason }): IssueText => ({
    message: `A rule of the server administrator on ${places} permits what the law certainly forbids. The reason given: ${reason}`,
    action: 'Ask the server administrator, and have a lawyer check the reason.',
  })),
  register_missing: codedText(['country', 'campaigns'], ({ country, campaigns }): IssueText => ({
    message: `The law of ${country} demands that marketing calls respect its do-not-call register, and none is loaded. These campaigns call there: ${campaigns}.`,
    action: 'Load the register, or have the server administrator load it for all workspaces.',
  })),
  register_expired: codedText(['country', 'register', 'expired_at', 'campaigns'], ({ country, register, expired_at: at, campaigns }): IssueText => ({
    message: `The register "${register}" expired at ${at}, and the law of ${country} demands a newer one for marketing calls. These campaigns call there: ${campaigns}.`,
    action: 'Load a newer file.',
  })),
  register_expiring: codedText(['register', 'expires_at'], ({ register, expires_at: at }): IssueText => ({
    message: `The register "${register}" expires at ${at}.`,
    action: 'Load a newer file before then.',
  })),
  register_failed: codedText(['register', 'error'], ({ register, error }): IssueText => ({
    message: `The last file of the register "${register}" could not be loaded (${error}). Its earlier numbers stay blocked.`,
    action: 'Correct the file, and load it again.',
  })),
  opt_outs_due: codedText(['opt_outs', 'due'], ({ opt_outs: optOuts, due }): IssueText => ({
    message: `US law gives 10 business days to honor an opt-out. Opt-outs whose time is running: ${optOuts}, the next until ${due}. Callwright honors them already.`,
    action: 'Make sure that your other systems and teams do not call these numbers either.',
  })),
  leads_consent_missing: codedText(['campaign', 'leads'], ({ campaign, leads }): IssueText => ({
    message: `In the campaign "${campaign}", ${leadsThat(leads, 'lacks', 'lack')} the consent that is demanded and will not be called.`,
    action: 'Record the consents, or remove these leads.',
  })),
  leads_without_consent: codedText(['campaign', 'leads'], ({ campaign, leads }): IssueText => ({
    message: `In the campaign "${campaign}", ${leadsThat(leads, 'lacks', 'lack')} a consent that the law of their country may demand.`,
    action: 'Record the consents, or set the consent that the campaign demands.',
  })),
  campaign_outside_legal_hours: codedText(['campaign', 'countries'], ({ campaign, countries }): IssueText => ({
    message: `The campaign "${campaign}" has no purpose, so that it keeps only its own calling hours. They reach beyond the legal calling hours of: ${countries}.`,
    action: 'Set the purpose of the campaign, or have it always keep the legal calling hours.',
  })),
  campaign_at_legal_limit: codedText(['campaign', 'leads'], ({ campaign, leads }): IssueText => ({
    message: `In the campaign "${campaign}", ${leadsThat(leads, 'waits', 'wait')} because the law limits how often a number may be called.`,
    action: 'Plan fewer attempts, or more time between them.',
  })),
  calls_not_permitted: codedText(['calls', 'days'], ({ calls, days }): IssueText => ({
    message: `Single calls that were placed in the last ${days} days although the time or the law did not permit them: ${calls}.`,
    action: 'Check them, or have Callwright refuse such calls.',
  })),
  disclosure_unsaid: codedText(['calls', 'of', 'days'], ({ calls, of, days }): IssueText => ({
    message: `In ${calls} of the ${of} calls of the last ${days} days with a transcript, the agent did not say all that the contact must be told.`,
    action: 'Listen to them, and correct the first message of their agents.',
  })),
  recordings_overdue: codedText(['recordings'], ({ recordings }): IssueText => ({
    message: `Recordings that should have been deleted more than a day ago: ${recordings}. The voice provider has not confirmed the deletion, or the server could not request it.`,
    action: 'Check the account at the voice provider, and ask the server administrator.',
  })),
  copies_overdue: codedText(['copies'], ({ copies }): IssueText => ({
    message: `Copies of recordings that are not made a day after their calls: ${copies}. Callwright tries for a week. The voice provider may delete these recordings before.`,
    action: 'Check the account at the voice provider and the storage of the server.',
  })),
  copies_failed: codedText(['copies', 'days'], ({ copies, days }): IssueText => ({
    message: `Copies of recordings that could not be made in the last ${days} days: ${copies}.`,
    action: 'Download these recordings from the voice provider while it has them.',
  })),
  consents_expiring: codedText(['consents', 'days', 'first_at'], ({ consents, days, first_at: at }): IssueText => ({
    message: `Consents that expire within ${days} days: ${consents}, the first at ${at}.`,
    action: 'Ask these contacts again, and record their new consents.',
  })),
}
export type ComplianceCode = keyof typeof COMPLIANCE_TEXTS
export type ComplianceFacts<Code extends ComplianceCode> = FactsOf<(typeof COMPLIANCE_TEXTS)[Code]>

/** What kind of issue each is: something overdue, something that may become a violation, or something that is not there. */
export const COMPLIANCE_STATUSES = {
  rules_changed: 'risky',
  rules_looser: 'risky',
  register_missing: 'missing',
  register_expired: 'late',
  register_expiring: 'risky',
  register_failed: 'late',
  opt_outs_due: 'risky',
  leads_consent_missing: 'missing',
  leads_without_consent: 'risky',
  campaign_outside_legal_hours: 'risky',
  campaign_at_legal_limit: 'risky',
  calls_not_permitted: 'risky',
  disclosure_unsaid: 'risky',
  recordings_overdue: 'late',
  copies_overdue: 'late',
  copies_failed: 'missing',
  consents_expiring: 'risky',
} as const satisfies Record<ComplianceCode, 'late' | 'risky' | 'missing'>
export type ComplianceStatus = (typeof COMPLIANCE_STATUSES)[ComplianceCode]
