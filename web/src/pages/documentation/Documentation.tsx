import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useSearch } from '../../router/index.ts'
import { BookOpen, Plus, Search, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { documentationLanguage, useLanguage } from '../../languages.ts'
import { type MessageKey, useMessages } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { anchorOf } from '../../parts/text/anchors.ts'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState, QueryResult } from '../../parts/page/States.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { DocumentEditor } from './DocumentEditor.tsx'
import { DocumentContentsDocument, type DocumentContentsQuery, DocumentSearchDocument } from './Documentation.gql.ts'

type Entry = DocumentContentsQuery['documents']['nodes'][number]

/** Reading order of the built-in pages. Unlisted pages follow at the end. */
const TOPICS: { name: MessageKey<'documentation'>; slugs: readonly string[] }[] = [
  {
    name: 'topicStart',
    slugs: ['guide-first-campaign', 'guide-operations', 'getting-started', 'dashboard', 'agents', 'calls', 'campaigns', 'leads', 'results', 'knowledge'],
  },
  { name: 'topicReach', slugs: ['numbers', 'carriers', 'inbound', 'messages', 'simulator', 'simulated-carriers', 'providers'] },
  { name: 'topicRules', slugs: ['calling-hours', 'campaign-dialing', 'consent', 'do-not-call', 'recording', 'compliance', 'proof', 'privacy', 'audit'] },
  { name: 'topicMoney', slugs: ['billing', 'analytics', 'reports', 'alerts'] },
  {
    name: 'topicDevelopers',
    slugs: ['guide-developers', 'api', 'mcp', 'api-keys', 'cli', 'graphql', 'webhooks', 'webhook-endpoints', 'documentation-search'],
  },
  {
    name: 'topicHost',
    slugs: [
      'guide-administrators',
      'install',
      'hosting',
      'compose',
      'kubernetes',
      'hosting-proxy',
      'hosting-accounts',
      'hosting-database',
      'hosting-processes',
      'hosting-providers',
      'hosting-email',
      'hosting-storage',
      'hosting-keys',
      'security',
      'hosting-operation',
      'upgrades',
      'observability',
      'backups',
      'settings',
      'troubleshooting',
    ],
  },
]
const MIN_LENGTH = 2

/** Documentation page: all topics, or search results. */
export function Documentation() {
  const t = useMessages('documentation')
  const { q } = useSearch({ from: '/signed-in/docs' })
  const [isWriting, setWriting] = useState(false)
  const canWrite = useCan('documents:write')
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        canWrite && (
          <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setWriting(true)}>
            {t('write')}
          </Button>
        )
      }
    >
      <SearchField />
      {q && q.length >= MIN_LENGTH ? <SearchResults q={q} /> : <Contents />}
      {isWriting && <DocumentEditor onClose={() => setWriting(false)} />}
    </Page>
  )
}

/** Search field. The URL follows after a short delay. */
function SearchField() {
  const t = useMessages('documentation')
  const { q = '' } = useSearch({ from: '/signed-in/docs' })
  const navigate = useNavigate()
  const [typed, type] = useState(q)
  const [settled] = useDebouncedValue(typed.trim(), 250)
  useEffect(() => {
    void navigate({ to: '/docs', search: { q: settled || undefined }, replace: true })
  }, [settled, navigate])
  return (
    <TextInput
      type="search"
      size="md"
      label={t('question')}
      placeholder={t('questionExample')}
      leftSection={<Search size={18} aria-hidden />}
      value={typed}
      onChange={({ target }) => type(target.value)}
      maxLength={400}
    />
  )
}

function SearchResults({ q }: { q: string }) {
  const t = useMessages('documentation')
  const locale = documentationLanguage(useLanguage())
  const result = useQuery({ query: DocumentSearchDocument, variables: { q, locale } })
  return (
    <QueryResult result={result}>
      {({ documentSearch }) => {
        const inLanguage = documentSearch.filter(({ language }) => language === locale)
        const hits = inLanguage.length > 0 ? inLanguage : documentSearch
        return hits.length === 0 ? (
          <EmptyState icon={SearchX} title={t('noAnswer')}>
            {t('noAnswerAbout')}
          </EmptyState>
        ) : (
          <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('answers')}>
            {hits.map(({ title, passage, slug, language }) => (
              <li key={`${language}/${slug}`} lang={language}>
                <TextLink to="/docs/$language/$slug" params={{ language, slug }} hash={passage?.heading ? anchorOf(passage.heading) : undefined} fw={600}>
                  {passage?.heading ? `${title} › ${passage.heading}` : title}
                </TextLink>
                <Text size="sm" c="dimmed">
                  {passage?.text}
                </Text>
              </li>
            ))}
          </Stack>
        )
      }}
    </QueryResult>
  )
}

function Contents() {
  const t = useMessages('documentation')
  const language = documentationLanguage(useLanguage())
  const ours = useQuery({ query: DocumentContentsDocument, variables: { language, own: false } })
  const own = useQuery({ query: DocumentContentsDocument, variables: { language, own: true } })
  return (
    <QueryResult result={ours}>
      {({ documents }) => (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {(own[0].data?.documents.nodes.length ?? 0) > 0 && <Topic name={t('topicOwn')} entries={own[0].data!.documents.nodes} />}
          {byTopic(documents.nodes).map(({ name, entries }) => (
            <Topic key={name} name={t(name)} entries={entries} />
          ))}
        </SimpleGrid>
      )}
    </QueryResult>
  )
}

function byTopic(entries: readonly Entry[]): { name: MessageKey<'documentation'>; entries: Entry[] }[] {
  const bySlug = new Map(entries.map((entry) => [entry.slug, entry]))
  const topics = TOPICS.map(({ name, slugs }) => ({ name, entries: slugs.flatMap((slug) => bySlug.get(slug) ?? []) }))
  const listedSlugs = new Set(TOPICS.flatMap(({ slugs }) => slugs))
  const rest = { name: 'topicMore' as const, entries: entries.filter(({ slug }) => !listedSlugs.has(slug)) }
  return [...topics, rest].filter((topic) => topic.entries.length > 0)
}

function Topic({ name, entries }: { name: string; entries: readonly Entry[] }) {
  return (
    <Card withBorder>
      <Group gap="xs" mb="xs">
        <BookOpen size={16} aria-hidden />
        <Title order={2} size="h5">
          {name}
        </Title>
      </Group>
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {entries.map(({ id, language, slug, title }) => (
          <li key={id}>
            <TextLink to="/docs/$language/$slug" params={{ language, slug }}>
              {title}
            </TextLink>
          </li>
        ))}
      </Stack>
    </Card>
  )
}
