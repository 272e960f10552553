import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { FileDown, History } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { usePages } from '../../parts/tables/usePages.ts'
import { AuditEntriesDocument, type AuditEntriesQuery, ExportAuditDocument } from './Audit.gql.ts'
import { AuditEntry } from './AuditEntry.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditChange, AuditEvent, useOperationText } from './AuditSummary.tsx'

type Entry = AuditEntriesQuery['auditEntries']['nodes'][number]

/** Audit log page. */
export function Audit() {
  const t = useMessages('audit')
  const word = useWords()
  const format = useFormat()
  const { entry: opened, ...search } = useSearch({ from: '/signed-in/audit' })
  const navigate = useNavigate()
  const { user, subject: resource, ...words } = search
  const pages = usePages(AuditEntriesDocument, { filter: { ...words, resource, userId: user } }, (data) => data.auditEntries)
  const operationOf = useOperationText()
  const entry = pages.rows.find(({ id }) => id === opened)
  const actorOf = ({ actorName, actorKind }: Entry) => actorName ?? word('actor', actorKind)
  const columns: Column<Entry>[] = [
    {
      key: 'what',
      header: t('what'),
      width: 'minmax(180px, 1.4fr)',
      cell: (one) => (
        <TextLink to="/audit" search={{ ...search, entry: one.id }}>
          <AuditEvent {...one} />
        </TextLink>
      ),
    },
    { key: 'change', header: t('change'), width: 'minmax(150px, 1fr)', cell: (one) => operationOf(one) && <AuditChange {...one} />, isExtra: true },
    { key: 'who', header: t('who'), width: 'minmax(150px, 1fr)', cell: actorOf, isMinor: true },
    { key: 'when', header: t('when'), cell: ({ createdAt }) => format.moment(createdAt), isMinor: true },
    { key: 'address', header: t('address'), cell: ({ address }) => address, isExtra: true },
  ]
  return (
    <Page title={t('title')} about={t('about')} actions={<Export from={search.from} to={search.to} />}>
      <AuditFilters />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={pages.rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/audit', search: { ...search, entry: id } })}
        isOpen={({ id }) => id === opened}
        pages={pages}
        secondLine={(one) => `${format.moment(one.createdAt)} · ${actorOf(one)}`}
        empty={
          <EmptyState icon={History} title={t('empty')}>
            {t('emptyAbout')}
          </EmptyState>
        }
      />
      {entry && <AuditEntry entry={entry} onClose={() => void navigate({ to: '/audit', search })} />}
    </Page>
  )
}

/** Exports the entries of the period. The file appears on the Exports page. */
function Export({ from, to }: { from?: string; to?: string }) {
  const t = useMessages('audit')
  const navigate = useNavigate()
  const [run, isRunning] = useAction(ExportAuditDocument)
  const send = async () => {
    if (await run({ input: { type: 'audit', from, to } }, { success: t('exporting') })) void navigate({ to: '/reports' })
  }
  return (
    <Button variant="default" leftSection={<FileDown size={16} aria-hidden />} onClick={() => void send()} loading={isRunning}>
      {t('export')}
    </Button>
  )
}
