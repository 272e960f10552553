import { Anchor, Text } from '@mantine/core'
import { FileClock } from 'lucide-react'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import { type Column, DataTable } from '../../../parts/tables/DataTable.tsx'
import { EmptyState } from '../../../parts/page/States.tsx'
import { Status } from '../../../parts/Status.tsx'
import { usePages } from '../../../parts/tables/usePages.ts'
import { type LeadImportCountsFragment, LeadImportsDocument } from './LeadUpload.gql.ts'

interface LeadImportsProps {
  campaignId: string
  openId?: string
  onOpen: (importId: string) => void
}

/** Imports of a campaign, from files and API requests, newest first. */
export function LeadImports({ campaignId, openId, onOpen }: LeadImportsProps) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const format = useFormat()
  const pages = usePages(LeadImportsDocument, { campaignId }, (data) => data.leadImports)
  const name = ({ id, fileName }: LeadImportCountsFragment) => (
    <Anchor component="button" size="sm" onClick={() => onOpen(id)} maw="100%" style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      <bdi>{fileName ?? t('byRequest')}</bdi>
    </Anchor>
  )
  const status = ({ status: value, isDryRun }: LeadImportCountsFragment) =>
    isDryRun && value === 'completed' ? <Status kind="import" value="tried" /> : <Status kind="import" value={value} />
  const failed = ({ failed: count }: LeadImportCountsFragment) => (
    <Text span size="sm" style={count > 0 ? { color: 'var(--mantine-color-bad-text)' } : undefined}>
      {format.number(count)}
    </Text>
  )
  const columns: Column<LeadImportCountsFragment>[] = [
    { key: 'name', header: t('file'), width: 'minmax(130px, 2fr)', cell: name },
    { key: 'status', header: t('status'), cell: status },
    { key: 'rows', header: t('rows'), cell: ({ total }) => format.number(total), isNumber: true, isExtra: true },
    { key: 'created', header: t('created'), cell: ({ created }) => format.number(created), isNumber: true, isMinor: true },
    { key: 'updated', header: t('updated'), cell: ({ updated }) => format.number(updated), isNumber: true, isMinor: true },
    { key: 'failed', header: t('failed'), cell: failed, isNumber: true },
    { key: 'when', header: common('created'), cell: ({ createdAt }) => format.moment(createdAt), isMinor: true },
  ]
  return (
    <DataTable
      label={t('imports')}
      columns={columns}
      rows={pages.rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      isOpen={({ id }) => id === openId}
      pages={pages}
      empty={
        <EmptyState icon={FileClock} title={t('noImports')}>
          {t('noImportsAbout')}
        </EmptyState>
      }
    />
  )
}
