/** A claim about the database: how many rows it is about, and the rows that break it. */
interface StoredClaim {
  claim: string
  checked: string
  breaches: string
}

/** What must be true of numbers, attempts and money once all calls are finished. The workspaces' plan has no included minutes. */
export const LEDGER_CLAIMS: StoredClaim[] = [
  {
    claim: 'No two calls to one number were active at once.',
    checked: 'select count(distinct to_number)::int as count from calls',
    breaches: `
      select 'calls ' || id || ' and ' || next_id || ' to ' || to_number as breach from (
        select id, to_number, finished_at, lead(id) over numbers as next_id, lead(created_at) over numbers as next_at from calls
        window numbers as (partition by to_number order by created_at, id)) c
      where next_at < coalesce(finished_at, 'infinity') order by id`,
  },
  {
    claim: 'No lead was called more often than its attempts say.',
    checked: 'select count(distinct lead_id)::int as count from calls',
    breaches: `
      select 'lead ' || l.id || ': ' || count(*) || ' calls, ' || l.attempts || ' attempts' as breach
      from calls c join leads l on l.id = c.lead_id where c.provider_call_id is not null group by l.id having count(*) > l.attempts order by l.id`,
  },
  {
    claim: 'Every conversation has a cost.',
    checked: 'select count(*)::int as count from calls where duration_seconds > 0',
    breaches: `select 'call ' || id as breach from calls where duration_seconds > 0 and coalesce(cost_micros, 0) <= 0 order by id`,
  },
  {
    claim: 'Every cost is charged once, to the micro-unit, and nothing else is charged.',
    checked: `select count(*)::int as count from ledger_entries where type = 'call'`,
    breaches: `
      with charges as (select workspace_id, ref, count(*) as count, -sum(amount) as charged from ledger_entries where type = 'call' group by 1, 2)
      select coalesce('call ' || c.id, 'the charge ' || e.ref) || ': costs ' || coalesce(c.cost_micros::text, 'nothing') || ', ' || coalesce(e.charged, 0) || ' charged in '
        || coalesce(e.count, 0) || ' entries' as breach
      from (select * from calls where cost_micros > 0) c full join charges e on e.workspace_id = c.workspace_id and e.ref = c.id::text
      where e.charged is distinct from c.cost_micros or e.count <> 1 order by c.id`,
  },
  {
    claim: 'Every balance is the sum of its ledger.',
    checked: 'select count(*)::int as count from wallets',
    breaches: `
      select 'workspace ' || w.workspace_id || ': the balance is ' || w.balance || ', the sum ' || coalesce(sum(e.amount), 0) as breach
      from wallets w left join ledger_entries e on e.workspace_id = w.workspace_id
      group by w.workspace_id, w.balance having w.balance <> coalesce(sum(e.amount), 0) order by w.workspace_id`,
  },
  {
    claim: 'Nothing is reserved for a call any more.',
    checked: 'select count(*)::int as count from wallet_holds',
    breaches: `
      select 'workspace ' || workspace_id || ' reserves ' || held as breach from wallets where held <> 0
      union all select 'the reservation of call ' || call_id || ' is open' from wallet_holds where status = 'open'
      union all select 'call ' || call_id || ' holds a line of ' || provider from provider_slots where call_id is not null`,
  },
  {
    claim: 'No report of the voice provider and no webhook is left undone.',
    checked: 'select count(*)::int as count from webhook_deliveries',
    breaches: `
      select 'report ' || event_id as breach from pending_provider_events
      union all select 'delivery ' || id || ' is ' || status from webhook_deliveries where status <> 'delivered'`,
  },
]
