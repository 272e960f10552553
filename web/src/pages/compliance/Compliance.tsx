import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import { Check } from 'lucide-react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useCodedTexts, useMessages } from '../../messages.ts'
import { Facts } from '../../parts/page/Facts.tsx'
import { ButtonLink, PathLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { EmptyState, QueryResult } from '../../parts/page/States.tsx'
import { useFacts } from '../../parts/text/useFacts.ts'
import { ComplianceDocument, type ComplianceQuery } from './Compliance.gql.ts'
import { useRuleText } from './useRuleText.ts'

type Review = ComplianceQuery['compliance']
type Change = Review['ruleChanges'][number]
type Issue = Review['issues'][number]

/** Compliance page: what is late, missing or risky for the law, what to do about it, and the rules in force. */
export function Compliance() {
  const t = useMessages('compliance')
  const result = useQuery({ query: ComplianceDocument })
  const toExport = (
    <ButtonLink variant="default" to="/reports" search={{ make: 'proofs' }}>
      {t('exportProofs')}
    </ButtonLink>
  )
  return (
    <Page title={t('title')} about={t('about')} actions={toExport}>
      <QueryResult result={result}>
        {({ compliance }) => (
          <>
            <Issues review={compliance} />
            <Changes review={compliance} />
            <Rules review={compliance} />
          </>
        )}
      </QueryResult>
    </Page>
  )
}

function Issues({ review: { issues, campaigns, hasMoreCampaigns, checkedAt } }: { review: Review }) {
  const t = useMessages('compliance')
  const format = useFormat()
  return (
    <Stack gap="sm">
      {issues.length === 0 && (
        <EmptyState icon={Check} title={t('none')}>
          {t('noneAbout')}
        </EmptyState>
      )}
      {issues.map((issue) => (
        <IssueRow key={issue.code + JSON.stringify(issue.details)} issue={issue} />
      ))}
      <Text size="sm" c="dimmed">
        {t(hasMoreCampaigns ? 'checkedFirst' : 'checked', { campaigns, moment: format.moment(checkedAt) })}
      </Text>
    </Stack>
  )
}

const TONES = { late: 'bad', missing: 'bad', risky: 'warn' } as const

function IssueRow({ issue: { code, status, details, path, ...english } }: { issue: Issue }) {
  const t = useMessages('compliance')
  const textOf = useCodedTexts('complianceTexts')
  const toFacts = useIssueFacts()
  const facts = toFacts(details)
  const [message, action] = [textOf(`${code}.message`, facts) ?? english.message, textOf(`${code}.action`, facts) ?? english.action]
  return (
    <Card withBorder padding="md" role="group" aria-label={message}>
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <Group align="flex-start" gap="xs" style={{ flex: '1 1 0', minWidth: 0 }}>
          <Badge variant="light" color={TONES[status]} style={{ flexShrink: 0 }}>
            {t(`status.${status}`)}
          </Badge>
          <div style={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text size="sm">{message}</Text>
            <Text size="sm" c="dimmed">
              {action}
            </Text>
          </div>
        </Group>
        <PathLink path={path} size="sm" aria-label={`${t('open')}: ${message}`}>
          {t('open')}
        </PathLink>
      </Group>
    </Card>
  )
}

function useIssueFacts() {
  const format = useFormat()
  const toPlace = usePlaceName()
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  return useFacts({
    campaigns: (value) => format.list(texts(value)),
    countries: (value) => format.list(texts(value).map((country) => format.country(country))),
    changed_at: (value) => format.moment(String(value)),
    due: (value) => format.day(String(value)),
    expires_at: (value) => format.moment(String(value)),
    places: (value) => format.list(texts(value).map(toPlace)),
    first_at: (value) => format.moment(String(value)),
  })
}

/** Returns a function that names the place of a rule: a country, a state, or all others. */
function usePlaceName() {
  const t = useMessages('compliance')
  const format = useFormat()
  return (place: string) => (place === 'default' ? t('otherPlaces') : place.length === 2 ? format.country(place) : place)
}

/** The changed rules, and what they say in the reader's language. Places with the same change are listed together. */
function Changes({ review: { ruleChanges } }: { review: Review }) {
  const t = useMessages('compliance')
  const format = useFormat()
  const toPlace = usePlaceName()
  const toText = useRuleText()
  if (ruleChanges.length === 0) return null
  return (
    <Section title={t('changes')} about={t('changesAbout')}>
      <Stack gap="md">
        {groupChanges(ruleChanges).map(({ places, table, beforeRule, afterRule, changedAt }) => (
          <div key={`${table} ${places[0]} ${changedAt}`} role="group" aria-label={format.list(places.map(toPlace))}>
            <Text size="sm" fw={500}>
              {format.list(places.map(toPlace))}
            </Text>
            <Facts
              facts={[
                { name: t('rule'), value: t(`table.${table}`) },
                { name: t('before'), value: toText(table, beforeRule) },
                { name: t('after'), value: toText(table, afterRule) },
                { name: t('changed'), value: format.moment(changedAt) },
              ]}
            />
          </div>
        ))}
      </Stack>
    </Section>
  )
}

/** Puts changes together that differ only by their place. */
function groupChanges(changes: readonly Change[]) {
  const groups = new Map<string, Omit<Change, 'place'> & { places: string[] }>()
  for (const { place, ...change } of changes) {
    const key = JSON.stringify(change)
    const group = groups.get(key)
    if (group) group.places.push(place)
    else groups.set(key, { ...change, places: [place] })
  }
  return [...groups.values()]
}

function Rules({ review: { rules } }: { review: Review }) {
  const t = useMessages('compliance')
  return (
    <Section title={t('rules')} about={t('rulesAbout')}>
      <Facts facts={rules.map(({ table, version }) => ({ name: t(`table.${table}`), value: version }))} />
    </Section>
  )
}
