/** The document of a proof, as docs/calls.md describes it. */
export interface ProofDocument {
  call_id: number
  issued_at: string
  placed: {
    placed_at: string
    direction: 'inbound' | 'outbound'
    number: { phone_number: string }
    started_by: { type: 'campaign' | 'member' | 'api_key' | 'caller' | 'unknown'; campaign_started_at?: string | null }
    agent: { statements: ('ai' | 'caller' | 'recording')[] | null }
    calling_hours: {
      is_permitted: boolean
      place: string | null
      zones: { zone: string; local_time: string; permitted_hours: string }[]
      laws: string[]
      rules_version: string | null
    } | null
    do_not_call: { is_listed: boolean; registers?: { name: string; washed_at: string }[] } | null
    calls_before: { count: number } | null
    consent: { demanded: { basis: string; rule: string | null } | null; valid: { basis: string; purpose: string; given_at: string | null }[] } | null
    recording: { reason: string; rules_version: string | null }
  }
  opt_out: { said_at: string; undone_at: string | null } | null
  contact: { phone_number: string; on_do_not_call_list_since: string | null; opt_out_sentence: string | null } | null
  erased: { at: string } | null
  names: { agent: string | null; campaign: string | null; member: string | null; api_key: string | null }
}
