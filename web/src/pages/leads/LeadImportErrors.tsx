import { Button, Group, Stack, Table, Title } from '@mantine/core'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Failure, Lines } from '../../parts/States.tsx'
import classes from './LeadTables.module.css'
import { type CountsFragment, LeadImportErrorsDocument } from './LeadUpload.gql.ts'
import { rowNumber } from './leadRowNumber.ts'
import { useErrorFile } from './useErrorFile.ts'

const PAGE = 50

/** The rows that failed, each with its reason, and all of them as a file to be mended and uploaded again. */
export function LeadImportErrors({ leadImport }: { leadImport: CountsFragment }) {
  const t = useMessages('leads')
  const [download, isRunning] = useErrorFile(leadImport)
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
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={90}>{t('row')}</Table.Th>
              <Table.Th>{t('phone')}</Table.Th>
              <Table.Th>{t('reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Errors leadImport={leadImport} after={-1} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

/** A page of them, and the next below it once it is asked for. */
function Errors({ leadImport, after }: { leadImport: CountsFragment; after: number }) {
  const t = useMessages('leads')
  const word = useWords()
  const format = useFormat()
  const [isMore, showMore] = useState(false)
  const [{ data, error }, again] = useQuery({ query: LeadImportErrorsDocument, variables: { id: leadImport.id, first: PAGE, after } })
  if (!data) {
    const state = error ? <Failure error={error} onRetry={() => again({ requestPolicy: 'network-only' })} /> : <Lines count={3} />
    return <Whole>{state}</Whole>
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
        <Whole>
          <Button size="xs" variant="default" onClick={() => showMore(true)}>
            {t('moreErrors')}
          </Button>
        </Whole>
      )}
      {isMore && last !== undefined && <Errors leadImport={leadImport} after={last} />}
    </>
  )
}

const Whole = ({ children }: { children: ReactNode }) => (
  <Table.Tr>
    <Table.Td colSpan={3}>{children}</Table.Td>
  </Table.Tr>
)
