import { Alert, Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { useQuery } from 'urql'
import { useMessages } from '../../messages.ts'
import { QueryResult } from '../../parts/page/States.tsx'
import { useKnowledgeNames } from '../../parts/forms/pickers.tsx'
import { TextDiff } from '../../parts/text/TextDiff.tsx'
import { AgentDiffDocument, type AgentDiffQuery, type AgentFieldsFragment } from './Agent.gql.ts'
import { nameOf, pathOf } from './editor/agentFields.ts'
import { Section } from '../../parts/page/Section.tsx'

type Difference = AgentDiffQuery['agentVersionDiff'][number]

interface AgentDiffProps {
  agent: AgentFieldsFragment
  /** Existing version numbers, newest first. */
  numbers: number[]
  /** The published version. */
  current: number | undefined
  /** Whether the form has changes that the draft lacks. */
  isDirty: boolean
}

const DRAFT = 'draft'

/** Compares two versions, or one with the draft. By default shows what publishing would change. */
export function AgentDiff({ agent, numbers, current, isDirty }: AgentDiffProps) {
  const t = useMessages('agents')
  const { from = String(current ?? numbers[0]), to = DRAFT } = useSearch({ from: '/signed-in/agents/$id' })
  const navigate = useNavigate()
  const choose = (search: { from?: string; to?: string }) =>
    void navigate({ to: '/agents/$id', params: { id: agent.id }, search: { tab: 'versions', from, to, ...search } })
  const choices = numbers.map((number) => ({ value: String(number), label: t(number === current ? 'versionInUse' : 'versionNumber', { number }) }))
  return (
    <Section title={t('differences')}>
      <Group gap="sm">
        <Select label={t('from')} w={200} allowDeselect={false} data={choices} value={from} onChange={(value) => choose({ from: value ?? undefined })} />
        <Select
          label={t('to')}
          w={200}
          allowDeselect={false}
          data={[{ value: DRAFT, label: t('draft') }, ...choices]}
          value={to}
          onChange={(value) => choose({ to: value ?? undefined })}
        />
      </Group>
      {isDirty && to === DRAFT && <Alert color="warn">{t('unsavedNotCompared')}</Alert>}
      <Differences agentId={agent.id} from={Number(from)} to={to === DRAFT ? null : Number(to)} />
    </Section>
  )
}

function Differences({ agentId, from, to }: { agentId: string; from: number; to: number | null }) {
  const t = useMessages('agents')
  const result = useQuery({ query: AgentDiffDocument, variables: { agentId, from, to } })
  return (
    <QueryResult result={result}>
      {({ agentVersionDiff: differences }) => (
        <Stack gap="sm">
          {differences.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('same')}
            </Text>
          )}
          {differences.map((difference) => (
            <Field key={difference.field} difference={difference} />
          ))}
        </Stack>
      )}
    </QueryResult>
  )
}

function Field({ difference: { field, before, after } }: { difference: Difference }) {
  const t = useMessages('agents')
  const nameOfBase = useKnowledgeNames()
  const name = nameOf(pathOf(field), t)
  const write = (value: unknown) => (field === 'knowledge_base_ids' ? (value as number[]).map((id) => nameOfBase(String(id))).join('\n') : toText(value))
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <Title order={3} size="h6" mb={4}>
        {name}
      </Title>
      <TextDiff before={write(before)} after={write(after)} />
    </Paper>
  )
}

const toText = (value: unknown) => (value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2))
