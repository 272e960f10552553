import { CalendarDays } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { BillingMonthsDocument, type BillingMonthsQuery } from './Billing.gql.ts'

type Month = BillingMonthsQuery['usagePeriods']['nodes'][number]

/** Months in which calls ended, newest first. */
export function BillingMonths() {
  const t = useMessages('billing')
  const format = useFormat()
  const pages = usePages(BillingMonthsDocument, {}, (data) => data.usagePeriods, 24)
  const columns: Column<Month>[] = [
    { key: 'month', header: t('month'), width: 'minmax(130px, 1fr)', cell: ({ periodStart }) => format.month(periodStart) },
    { key: 'calls', header: t('callsEnded'), isNumber: true, cell: ({ calls }) => format.number(calls) },
    { key: 'minutes', header: t('talkTime'), isNumber: true, cell: ({ usedMinutes }) => format.number(usedMinutes) },
  ]
  const empty = (
    <EmptyState icon={CalendarDays} title={t('monthsEmpty')}>
      {t('monthsEmptyAbout')}
    </EmptyState>
  )
  return <DataTable label={t('months')} columns={columns} rows={pages.rows} rowKey={({ periodStart }) => periodStart} pages={pages} empty={empty} />
}
