import { Badge, Stack, Table, Text, Title } from '@mantine/core'
import { useFormat } from '../../../format.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { toText } from '../leadText.ts'
import classes from '../LeadTables.module.css'
import type { LeadImportCountsFragment } from './LeadUpload.gql.ts'
import { rowNumber } from './leadRowNumber.ts'
import type { Preview } from './useLeadPreview.ts'
import { toneOf } from '../../../theme/statusTones.ts'

/** Preview of the first rows with their validation results. */
export function LeadPreviewTable({ preview: { rows }, leadImport, isStale }: { preview: Preview; leadImport: LeadImportCountsFragment; isStale: boolean }) {
  const t = useMessages('leads')
  const word = useWords()
  const format = useFormat()
  const data = [...new Set(rows.flatMap((row) => Object.keys((row.data ?? {}) as object)))]
  const fields = [
    ...(rows.some(({ name }) => name) ? (['name'] as const) : []),
    ...(rows.some(({ externalId }) => externalId) ? (['externalId'] as const) : []),
  ]
  return (
    <Stack gap="xs" component="section" aria-label={t('firstRows')} aria-busy={isStale}>
      <Title order={3} size="h5">
        {t('firstRows')}
      </Title>
      <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': t('firstRows') } }}>
        <Table className={isStale ? classes.stale : undefined}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('row')}</Table.Th>
              <Table.Th>{t('rowStatus')}</Table.Th>
              <Table.Th>{t('phone')}</Table.Th>
              {fields.map((field) => (
                <Table.Th key={field}>{word('leadColumn', field === 'name' ? 'name' : 'external_id')}</Table.Th>
              ))}
              {data.map((column) => (
                <Table.Th key={`data ${column}`} className={classes.cut} title={column} dir="auto">
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.index}>
                <Table.Td>{format.number(rowNumber(leadImport, row.index))}</Table.Td>
                <Table.Td className={classes.verdict}>
                  <Badge variant="light" color={toneOf(row.action)}>
                    {word('rowAction', row.action)}
                  </Badge>
                  {row.error && <Text size="xs">{word('leadError', row.error)}</Text>}
                </Table.Td>
                <Cell value={row.phoneNumber} />
                {fields.map((field) => (
                  <Cell key={field} value={row[field]} />
                ))}
                {data.map((column) => (
                  <Cell key={`data ${column}`} value={(row.data as Record<string, unknown> | null)?.[column]} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

function Cell({ value }: { value: unknown }) {
  const text = toText(value)
  return (
    <Table.Td className={classes.cut} title={text} dir="auto">
      {text || '–'}
    </Table.Td>
  )
}
