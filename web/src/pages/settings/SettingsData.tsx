import { Stack } from '@mantine/core'
import { useQuery } from 'urql'
import { Loaded } from '../../parts/States.tsx'
import { Redactions } from './Redactions.tsx'
import { Retention } from './Retention.tsx'
import { DataSettingsDocument } from './Settings.gql.ts'

/** How long what calls and texts leave behind is kept, and what of it is never written down. */
export function SettingsData() {
  const result = useQuery({ query: DataSettingsDocument })
  return (
    <Loaded result={result}>
      {({ dataRetention, redactions }) => (
        <Stack>
          <Retention retention={dataRetention} />
          <Redactions types={redactions} />
        </Stack>
      )}
    </Loaded>
  )
}
