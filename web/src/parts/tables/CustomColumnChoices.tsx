import { Checkbox, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { useQuery } from 'urql'
import { ANSWER_COLUMN, FIELD_COLUMN, isCustomColumn, MAX_CUSTOM_COLUMNS } from '../../../../src/inputs/customColumns.ts'
import { useMessages } from '../../messages.ts'
import { CustomColumnNamesDocument } from './columns.gql.ts'

export interface CustomColumns {
  /** Limits the names to those of a campaign. */
  campaignId?: string
  /** Whether the list has answers of calls. */
  hasAnswers: boolean
}

interface CustomColumnChoicesProps extends CustomColumns {
  /** Keys of the list's columns. */
  columns: readonly string[]
  onAdd: (key: string) => void
}

/** The custom fields and answers that are not yet columns of a list. */
export function CustomColumnChoices({ campaignId, hasAnswers, columns, onAdd }: CustomColumnChoicesProps) {
  const t = useMessages('views')
  const [{ data }] = useQuery({ query: CustomColumnNamesDocument, variables: { campaignId, hasAnswers } })
  const keysOf = (prefix: string, names: readonly string[] = []) => names.map((name) => prefix + name).filter((key) => !columns.includes(key))
  const props = { isFull: columns.filter(isCustomColumn).length >= MAX_CUSTOM_COLUMNS, onAdd }
  return (
    <>
      <Names title={t('fields')} prefix={FIELD_COLUMN} keys={keysOf(FIELD_COLUMN, data?.leadFieldNames)} {...props} />
      <Names title={t('answers')} prefix={ANSWER_COLUMN} keys={keysOf(ANSWER_COLUMN, data?.callAnswerNames)} {...props} />
    </>
  )
}

interface NamesProps {
  title: string
  prefix: string
  keys: readonly string[]
  isFull: boolean
  onAdd: (key: string) => void
}

function Names({ title, prefix, keys, isFull, onAdd }: NamesProps) {
  const id = useId()
  if (keys.length === 0) return null
  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <Text id={id} size="xs" c="dimmed" fw={500} mt={4}>
        {title}
      </Text>
      {keys.map((key) => (
        <Checkbox key={key} size="xs" label={<bdi>{key.slice(prefix.length)}</bdi>} checked={false} disabled={isFull} onChange={() => onAdd(key)} />
      ))}
    </Stack>
  )
}
