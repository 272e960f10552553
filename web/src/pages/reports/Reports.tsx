import { Button, Text } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { FileDown, Plus } from 'lucide-react'
import { type Format, useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { ReportActions } from './ReportActions.tsx'
import { ReportForm } from './ReportForm.tsx'
import { type ReportRowFragment, ReportsDocument } from './Reports.gql.ts'
import { ReportStatus } from './ReportStatus.tsx'

/** Exports page: the exports and a form for another. */
export function Reports() {
  const t = useMessages('reports')
  const common = useMessages('common')
  const word = useWords()
  const format = useFormat()
  const { make, campaign } = useSearch({ from: '/signed-in/reports' })
  const navigate = useNavigate()
  const open = (kind?: string) => void navigate({ to: '/reports', search: { make: kind } })
  const pages = usePages(ReportsDocument, {}, (data) => data.reports, 50)
  const columns: Column<ReportRowFragment>[] = [
    {
      key: 'report',
      header: t('report'),
      width: 'minmax(150px, 1.4fr)',
      cell: ({ type, format: file }) => `${word('reportType', type)} · ${word('format', file)}`,
    },
    { key: 'period', header: t('period'), width: 'minmax(170px, 1fr)', cell: ({ filter }) => periodOf(filter, t, format), isMinor: true },
    { key: 'state', header: t('state'), width: 'minmax(96px, 1.4fr)', cell: (report) => <ReportStatus report={report} /> },
    { key: 'rows', header: t('rows'), isNumber: true, isExtra: true, cell: ({ rowsProcessed }) => format.number(rowsProcessed) },
    { key: 'size', header: t('size'), isNumber: true, isExtra: true, cell: ({ bytes }) => format.bytes(bytes) },
    {
      key: 'created',
      header: t('created'),
      isMinor: true,
      cell: ({ createdAt }) => <span title={format.exact(createdAt)}>{format.ago(createdAt)}</span>,
    },
    { key: 'actions', header: common('actions'), cell: (report) => <ReportActions report={report} /> },
  ]
  const button = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => open('calls')}>
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} about={t('about')} actions={button}>
      {make !== undefined && <ReportForm kind={make} campaignId={campaign ?? null} onClose={() => open()} />}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={pages.rows}
        rowKey={({ id }) => id}
        pages={pages}
        secondLine={({ createdAt }) => format.ago(createdAt)}
        empty={
          <EmptyState icon={FileDown} title={t('empty')}>
            <Text span size="sm">
              {t('emptyAbout')}
            </Text>
          </EmptyState>
        }
      />
    </Page>
  )
}

function periodOf({ from, to }: ReportRowFragment['filter'], t: ReturnType<typeof useMessages<'reports'>>, format: Format): string {
  if (from && to) return t('fromTo', { from: format.day(from), to: format.day(to) })
  if (from) return t('since', { from: format.day(from) })
  return to ? t('until', { to: format.day(to) }) : t('always')
}
