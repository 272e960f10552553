import { z } from 'zod'
import { ConsentRow } from './consents.ts'
import { Id, jsonObject, text } from './common.ts'

export const LEAD_STATES = ['pending', 'calling', 'completed', 'failed', 'do_not_call', 'cancelled'] as const
/** Which leads are wanted. */
export const LeadStatus = z.enum(LEAD_STATES)

/** The orders of the list of leads: those of an index. */
export const LEAD_ORDERS = ['newest', 'oldest', 'phone_number', 'phone_number_descending'] as const
export type LeadOrder = (typeof LEAD_ORDERS)[number]

/** The maximum number of leads in one request (spec: Leads per batch). */
const MAX_LEADS = 10_000
/** The maximum bytes of a lead's `data` (contract: text limits). */
export const DATA_BYTES = 16_384

const fields = {
  external_id: text(200).nullish().describe('Your ID for the lead, unique within the campaign.'),
  name: text(200).nullish().describe('Name of the contact.'),
  data: jsonObject(DATA_BYTES).nullish().describe('Custom fields of the lead.'),
  consent: ConsentRow.nullish().describe(
    'Consent to calls: `basis` (such as `express_written`), `purpose`, `text`, `source`, `given_at`, `evidence`, `expires_at`.',
  ),
}

/** A row as sent. Each row is validated separately (`services/leads/imports/leadRows.ts`), so that an invalid one does not affect the others. */
export const LeadRow = z.object({ phone_number: z.string().describe('Phone number in E.164 format, unique within the campaign.'), ...fields })
/** A row in the older form. */
export const LeadItem = z.object({
  ...fields,
  phone: z.string().nullish().describe('Phone number in E.164 format, also accepted as `phone_number`. Required for new leads.'),
})

/** Accepts any rows and only describes them, because validating all of them here would delay other requests. */
function rowsOf(row: z.ZodObject) {
  const { $schema: _, ...described } = z.toJSONSchema(row, { io: 'input' })
  return z.array(z.unknown().meta(described)).min(1).max(MAX_LEADS)
}

/** Changes of one lead. */
export const LeadChanges = z.object({
  phoneNumber: z.string().nullish().describe('Phone number in E.164 format, unique within the campaign.'),
  name: text(200).nullish().describe('Name of the contact. `null` removes it.'),
  data: fields.data.describe('Custom fields of the lead, which replace the existing ones.'),
})
export type LeadChanges = z.output<typeof LeadChanges>

/** The maximum number of leads that one action takes. */
export const MAX_SELECTED = 1_000

/** Leads of a campaign that a person selected. */
export const LeadSelection = z.object({ ids: z.array(Id).min(1).max(MAX_SELECTED).describe('IDs of up to 1,000 leads of the campaign.') })
export type LeadSelection = z.output<typeof LeadSelection>

export const LeadsInput = z.object({
  leads: rowsOf(LeadRow).describe('Leads to add.'),
})
export type LeadsInput = z.output<typeof LeadsInput>

export const LeadItemsInput = z.object({
  campaignId: Id.describe('Campaign of the leads.'),
  items: rowsOf(LeadItem).describe('Leads to update by `external_id` or to add.'),
})
export type LeadItemsInput = z.output<typeof LeadItemsInput>
