import type { ReactNode } from 'react'
import { Code, Stack, Table, Text, Title } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useCodedTexts, useMessages, useWords } from '../../messages.ts'
import { CopyableText } from '../../parts/text/Copy.tsx'
import type { AuditEntriesQuery } from './Audit.gql.ts'
import { SideDrawer } from '../../parts/page/SideDrawer.tsx'
import { AuditChange, AuditEvent, useOperationText } from './AuditSummary.tsx'

type Entry = AuditEntriesQuery['auditEntries']['nodes'][number]

/** One audit entry with the old and new value of each field. */
export function AuditEntry({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useMessages('audit')
  const word = useWords()
  const format = useFormat()
  const operationOf = useOperationText()
  const facts: [string, ReactNode][] = [
    [t('when'), format.exact(entry.createdAt)],
    [t('who'), entry.actorName ?? word('actor', entry.actorKind)],
    [t('by'), word('actor', entry.actorKind)],
    [t('change'), operationOf(entry) && <AuditChange key="change" {...entry} />],
    [t('address'), entry.address],
    [t('operation'), entry.operation && <Code key="operation">{entry.operation}</Code>],
    [t('request'), entry.requestId && <CopyableText key="request" value={entry.requestId} name={t('request')} />],
  ]
  return (
    <SideDrawer onClose={onClose} size="lg" title={<AuditEvent {...entry} />}>
      <Stack>
        <Table withRowBorders={false}>
          <Table.Tbody>
            {facts.map(([name, value]) =>
              value ? (
                <Table.Tr key={name}>
                  <Table.Th scope="row" w={140}>
                    {name}
                  </Table.Th>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
                </Table.Tr>
              ) : null,
            )}
          </Table.Tbody>
        </Table>
        <Title order={3} size="h5">
          {t('fields')}
        </Title>
        <Fields before={entry.before} after={entry.after} />
      </Stack>
    </SideDrawer>
  )
}

function Fields({ before, after }: { before: unknown; after: unknown }) {
  const t = useMessages('audit')
  const nameOf = useCodedTexts('auditFields')
  const [was, is] = [asFields(before), asFields(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  if (names.length === 0) return <Text size="sm">{t('noFields')}</Text>
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': t('fields') } }}>
      <Table layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('field')}</Table.Th>
            <Table.Th scope="col">{t('before')}</Table.Th>
            <Table.Th scope="col">{t('after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" style={{ overflowWrap: 'anywhere' }}>
                {nameOf(name) ?? name}
              </Table.Th>
              <Value of={was[name]} />
              <Value of={is[name]} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Value({ of: value }: { of: unknown }) {
  return (
    <Table.Td style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', verticalAlign: 'top' }}>
      {typeof value === 'string' ? value : value == null ? '–' : JSON.stringify(value, null, 1)}
    </Table.Td>
  )
}

const asFields = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {})
