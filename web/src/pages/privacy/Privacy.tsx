import { SimpleGrid } from '@mantine/core'
import { Lock } from 'lucide-react'
import { useQuery } from 'urql'
import { useMessages } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { EmptyState, QueryResult } from '../../parts/page/States.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { Erasures } from './Erasures.tsx'
import { PersonExports } from './PersonExports.tsx'
import { RetentionPeriodsDocument } from './Privacy.gql.ts'
import { RetentionFacts } from '../settings/Retention.tsx'

/** Data requests page: exports and erasures for people, and retention. */
export function Privacy() {
  const t = useMessages('privacy')
  const canErase = useCan('privacy:write')
  return (
    <Page title={t('title')} about={t('about')}>
      {canErase ? (
        <>
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
            <PersonExports />
            <RetentionSummary />
          </SimpleGrid>
          <Erasures />
        </>
      ) : (
        <>
          <RetentionSummary />
          <EmptyState icon={Lock} title={t('notYours')}>
            {t('notYoursAbout')}
          </EmptyState>
        </>
      )}
    </Page>
  )
}

function RetentionSummary() {
  const t = useMessages('privacy')
  const result = useQuery({ query: RetentionPeriodsDocument })
  return (
    <Section
      title={t('retention')}
      about={t('retentionAbout')}
      actions={
        <TextLink to="/settings" search={{ tab: 'data' }}>
          {t('toRetention')}
        </TextLink>
      }
    >
      <QueryResult result={result}>{({ dataRetention }) => <RetentionFacts retention={dataRetention} />}</QueryResult>
    </Section>
  )
}
