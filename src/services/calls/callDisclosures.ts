import type { CallDetail } from '../../generated/prisma/client.ts'
import type { DisclosureSaid } from '../../inputs/disclosure.ts'
import { rawSql, sql, type SqlText } from '../../kernel/db/sqlText.ts'
import type { Statement } from '../compliance/disclosures/statements.ts'
import { fromJson } from '../shared/jsonColumns.ts'

type Unsaid = Pick<CallDetail, 'unsaid'>

/** Lists what the agent left out at the beginning of a call. Empty if it said all, or if that is unknown. */
export const unsaidOf = ({ unsaid }: Unsaid) => fromJson<Statement[] | null>(unsaid) ?? []

/** Whether the agent said at the beginning of a call what the contact must be told. */
export const disclosureSaidOf = ({ unsaid }: Unsaid): DisclosureSaid => (unsaid === null ? 'unknown' : unsaidOf({ unsaid }).length === 0 ? 'yes' : 'no')

/** Condition on `call_details` under an alias: whether it is `$disclosureSaid` that the disclosure was said. */
export const isDisclosureSaid = (alias: string): SqlText => {
  const unsaid = rawSql(`${alias}.unsaid`)
  return sql`case when ${unsaid} is null then 'unknown' when ${unsaid} = '[]' then 'yes' else 'no' end = $disclosureSaid`
}
