import { Button, Group, Stack, Table, Title } from '@mantine/core'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../../format.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { ErrorAlert, SkeletonLines } from '../../../parts/page/States.tsx'
import classes from '../LeadTables.module.css'
import { type LeadImportCountsFragment, LeadImportErrorsDocument } from './LeadUpload.gql.ts'
import { rowNumber } from './leadRowNumber.ts'
import { useErrorDownload } from './useErrorDownload.ts'

const PAGE_SIZE = 50

/** Failed rows with their reasons, and a download of them to fix and upload again. */
export function LeadImportErrors({ leadImport }: { leadImport: LeadImportCountsFragment }) {
  const t = useMessages('leads')
  const [download, isRunning] = useErrorDownload(leadImport)
  return (
    <Stack gap="xs" component="section" aria-label={t('errors')}>
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t('errors')}
        </Title>
        <Button size="xs" variant="default" leftSection={<Download size={14} aria-hidden />} loading={isRunning} onClick={() => void download()}>
          {t('downloadErrors')}
        </Button>
      </Group>
      <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': t('errors') } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={90}>{t('row')}</Table.Th>
              <Table.Th>{t('phone')}</Table.Th>
              <Table.Th>{t('reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <ErrorPage leadImport={leadImport} after={-1} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

/** One page of failed rows. Renders the next page below on request. */
function ErrorPage({ leadImport, after }: { leadImport: LeadImportCountsFragment; after: number }) {
  const t = useMessages('leads')
  const word = useWords()
  const format = useFormat()
  const [isMore, showMore] = useState(false)
  const [{ data, error }, refetch] = useQuery({ query: LeadImportErrorsDocument, variables: { id: leadImport.id, first: PAGE_SIZE, after } })
  if (!data) {
    const placeholder = error ? <ErrorAlert error={error} onRetry={() => refetch({ requestPolicy: 'network-only' })} /> : <SkeletonLines count={3} />
    return <FullRow>{placeholder}</FullRow>
  }
  const { nodes, hasMore } = data.leadImport.errors
  const last = nodes.at(-1)?.index
  return (
    <>
      {nodes.map(({ index, phoneNumber, error: reason }) => (
        <Table.Tr key={index}>
          <Table.Td>{format.number(rowNumber(leadImport, index))}</Table.Td>
          <Table.Td className={classes.cut} dir="auto" title={phoneNumber ?? undefined}>
            {phoneNumber ?? '–'}
          </Table.Td>
          <Table.Td>{word('leadError', reason)}</Table.Td>
        </Table.Tr>
      ))}
      {hasMore && !isMore && (
        <FullRow>
          <Button size="xs" variant="default" onClick={() => showMore(true)}>
            {t('moreErrors')}
          </Button>
        </FullRow>
      )}
      {isMore && last !== undefined && <ErrorPage leadImport={leadImport} after={last} />}
    </>
  )
}

const FullRow = ({ children }: { children: ReactNode }) => (
  <Table.Tr>
    <Table.Td colSpan={3}>{children}</Table.Td>
  </Table.Tr>
)
