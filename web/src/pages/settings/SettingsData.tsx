import { Stack } from '@mantine/core'
import { useQuery } from 'urql'
import { QueryResult } from '../../parts/page/States.tsx'
import { Redactions } from './Redactions.tsx'
import { Retention } from './Retention.tsx'
import { DataSettingsDocument } from './Settings.gql.ts'

/** Retention and redaction. */
export function SettingsData() {
  const result = useQuery({ query: DataSettingsDocument })
  return (
    <QueryResult result={result}>
      {({ dataRetention, redactions }) => (
        <Stack>
          <Retention retention={dataRetention} />
          <Redactions types={redactions} />
        </Stack>
      )}
    </QueryResult>
  )
}
