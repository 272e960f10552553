import { COST_GROUPS } from '../../inputs/analytics.ts'
import type { INVOICE_LANGUAGES } from '../../inputs/billing.ts'
import type { CostLine } from '../../services/billing/charges.ts'
import type { Assumption } from '../../services/planning/estimate/estimateAssumptions.ts'
import { closedSet } from './closedSet.ts'

export const LedgerEntryType = closedSet('LedgerEntryType', 'Kind of transaction.', {
  credit: 'Funds were added.',
  debit: 'Funds were taken out.',
  test_credit: 'Credit for simulated calls. What is left of it ends with a second, negative transaction when the server gets a real voice provider.',
  call: 'Charge for a call.',
  sms: 'Charge for a message.',
})

export const CostLineType = closedSet('CostLineType', 'Kind of cost line.', {
  included: "Minutes within the plan's included minutes.",
  minutes: "Minutes at the number's price.",
  ceiling: 'Minutes above the reserved amount. They are not charged.',
} satisfies Record<CostLine['kind'], string>)

export const CostGrouping = closedSet('CostGrouping', 'What costs are grouped by.', {
  campaign: '',
  agent: '',
  number: '',
  country: '',
  line: 'Kind of cost line.',
} satisfies Record<(typeof COST_GROUPS)[number], string>)

export const AssumptionSource = closedSet('AssumptionSource', 'Where an assumption of a cost estimate comes from.', {
  given: 'Your request.',
  agent: "The agent's calls of the last 90 days.",
  workspace: "The workspace's calls of the last 90 days.",
  default: 'A default, because there were too few calls.',
} satisfies Record<Assumption['source'], string>)

export const AssumptionName = closedSet('AssumptionName', 'What is assumed.', {
  answer_rate: 'Share of calls with a conversation.',
  talk_seconds: 'Length of a conversation.',
  retried_share: 'Share of calls after which the lead is called again.',
} satisfies Record<Assumption['name'], string>)

export const FunnelStageName = closedSet('FunnelStageName', 'Stage of the call funnel.', {
  dialled: 'All calls placed.',
  connected: 'A person or a machine answered.',
  conversation: 'A person spoke.',
  success: 'The outcome is `success`.',
})

export const InvoiceLanguage = closedSet('InvoiceLanguage', 'Language of an invoice.', {
  en: 'English.',
  de: 'German.',
  es: 'Spanish.',
  fr: 'French.',
  it: 'Italian.',
} satisfies Record<(typeof INVOICE_LANGUAGES)[number], string>)
