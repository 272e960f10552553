import { describe, expect, test } from 'vitest'
import type { Catalog } from '../../scripts/statements/analysis.ts'
import { findUnbound } from '../../scripts/statements/tenancy.ts'

const table = (name: string, columns: string, isShared = false) =>
  [name, columns.split(' ').map((column) => ({ name: column, isNullable: isShared && column === 'workspace_id' }))] as const

const CATALOG: Catalog = new Map([
  table('leads', 'id workspace_id campaign_id phone_number status'),
  table('calls', 'id workspace_id lead_id status'),
  table('campaigns', 'id workspace_id status'),
  table('campaign_totals', 'campaign_id workspace_id calls'),
  table('documents', 'id workspace_id slug', true),
  table('workspaces', 'id plan'),
])

/** In these statements, `$1` is the workspace, and other parameters are not. */
const unboundIn = (text: string) => findUnbound(text, CATALOG, (position) => position === 1)

describe('a statement is found that forgets its workspace', () => {
  test.each([
    ['in its where', 'select id from leads where id = $2', ['leads']],
    ['in an update', "update leads set status = 'done' where id = $2", ['leads']],
    ['in a delete', 'delete from leads where campaign_id = $2', ['leads']],
    ['in a join', 'select c.id from leads l join calls c on c.lead_id = l.id where l.workspace_id = $1', ['calls']],
    ['on the left of an outer join', 'select l.id from leads l left join calls c on c.workspace_id = l.workspace_id and c.workspace_id = $1', ['leads']],
    ['in the tables of a full join', 'select from leads l full join calls c on l.workspace_id = $1 and c.workspace_id = $1', ['calls', 'leads']],
    ['in a subquery', 'select id, (select count(*) from calls where lead_id = l.id) from leads l where workspace_id = $1', ['calls']],
    ['in an exists', 'select id from leads l where workspace_id = $1 and not exists (select from calls where lead_id = l.id)', ['calls']],
    [
      'in the condition of a join',
      'select from leads l join calls c on c.workspace_id = l.workspace_id and c.id in (select id from calls) where l.workspace_id = $1',
      ['calls'],
    ],
    ['in a subquery of FROM', 'select from (select id from leads) l', ['leads']],
    ['in a CTE', 'with due as (select id from leads) select id from calls where workspace_id = $1 and lead_id in (select id from due)', ['leads']],
    ['in one side of a union', 'select id from leads where workspace_id = $1 union all select id from calls where id = $2', ['calls']],
    ['in one side of an or', 'select id from leads where workspace_id = $1 or id = $2', ['leads']],
    ['in an insert', 'insert into leads (campaign_id, workspace_id) values ($2, $3)', ['leads']],
    ['in one row of an insert', 'insert into leads (campaign_id, workspace_id) values ($2, $1), ($2, $3)', ['leads']],
    ['in the query of an insert', 'insert into leads (workspace_id) select workspace_id from calls where id = $2', ['calls', 'leads']],
    [
      'where an insert meets an existing row',
      'insert into campaign_totals (campaign_id, workspace_id) values ($2, $1) on conflict (campaign_id) do update set calls = 1',
      ['campaign_totals'],
    ],
    ['by a comparison other than equality', 'select id from leads where workspace_id <> $1', ['leads']],
    ['by a parameter that may be left out', 'select id from leads where $1 is null or workspace_id = $1', ['leads']],
    ['by a list of workspaces', 'select id from leads where workspace_id = any($1)', ['leads']],
    ['by another column', 'select id from leads where campaign_id = $1', ['leads']],
    ['by a row of another workspace', 'select l.id from calls c join leads l on l.workspace_id = c.workspace_id where c.id = $2', ['calls', 'leads']],
    ['by a missing row, in a table without shared rows', 'select id from leads where workspace_id is null', ['leads']],
    [
      'in the first term of a recursion',
      'with recursive tree as (select id, workspace_id from leads union all select c.id, c.workspace_id from calls c join tree t on t.workspace_id = c.workspace_id) select id from tree',
      ['calls', 'leads'],
    ],
  ])('%s', (_where, text, tables) => {
    expect(unboundIn(text)).toEqual(tables)
  })
})

describe('a statement is bound to its workspace', () => {
  test.each([
    ['by its where', 'select id from leads where workspace_id = $1 and id = $2'],
    ['by a cast', 'select id from leads where $1::int = workspace_id'],
    [
      'by a chain of joins',
      'select from workspaces w join campaigns k on k.workspace_id = w.id join leads l on l.workspace_id = k.workspace_id where w.id = $1',
    ],
    ['by a join in the other order', 'select from leads l join calls c on c.workspace_id = l.workspace_id where c.workspace_id = $1'],
    ['by USING', 'select from leads l join calls c using (workspace_id) where l.workspace_id = $1'],
    [
      'by the condition of an outer join',
      'select from leads l left join calls c on c.workspace_id = l.workspace_id and c.lead_id = l.id where l.workspace_id = $1',
    ],
    ['by both columns of a key', 'select from leads l join calls c on (c.workspace_id, c.lead_id) = (l.workspace_id, l.id) where l.workspace_id = $1'],
    ['by a subquery of keys', 'select from calls where (workspace_id, lead_id) in (select workspace_id, id from leads where workspace_id = $1)'],
    ['by the query around it', 'select (select count(*) from calls c where c.workspace_id = l.workspace_id) from leads l where l.workspace_id = $1'],
    [
      'by a CTE',
      'with due as (select * from leads where workspace_id = $1) update calls c set status = $2 from due where c.workspace_id = due.workspace_id and c.lead_id = due.id',
    ],
    [
      'by a CTE that writes',
      'with gone as (delete from leads where workspace_id = $1 returning workspace_id, id) delete from calls c using gone where (c.workspace_id, c.lead_id) = (gone.workspace_id, gone.id)',
    ],
    [
      'by the columns of a CTE',
      'with due (tenant) as (select workspace_id from leads where workspace_id = $1) select from calls join due on workspace_id = tenant',
    ],
    ['by a subquery of FROM', 'select from (select workspace_id as w from leads where workspace_id = $1) l join calls c on c.workspace_id = l.w'],
    [
      'by both sides of a union',
      'with both_ as (select workspace_id from leads where workspace_id = $1 union select $1) select from calls join both_ using (workspace_id)',
    ],
    ['by an insert', 'insert into leads (id, workspace_id) values ($2, $1)'],
    ['by an insert of bound rows', 'insert into leads (workspace_id, campaign_id) select k.workspace_id, k.id from campaigns k where k.workspace_id = $1'],
    ['by an insert of the parameter', 'insert into leads (workspace_id, campaign_id) select $1, id from unnest($2) as id'],
    [
      'by the key of a conflict',
      'insert into campaign_totals (campaign_id, workspace_id) values ($2, $1) on conflict (workspace_id, campaign_id) do update set calls = 1',
    ],
    [
      'by the condition of a conflict',
      'insert into campaign_totals as t (campaign_id, workspace_id) values ($2, $1) on conflict (campaign_id) do update set calls = 1 where t.workspace_id = excluded.workspace_id',
    ],
    ['or reads rows of the product', 'select id from documents where slug = $2 and (workspace_id is null or workspace_id = $1)'],
    ['or writes rows of the product', 'insert into documents (workspace_id, slug) values (null, $2)'],
    ['or has no table of a workspace', 'select plan from workspaces where id = $2'],
  ])('%s', (_how, text) => {
    expect(unboundIn(text)).toEqual([])
  })
})
