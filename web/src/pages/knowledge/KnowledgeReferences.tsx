import { Alert, Group, List, Stack, Text } from '@mantine/core'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { Status } from '../../parts/Status.tsx'
import { Section } from '../../parts/page/Section.tsx'
import type { KnowledgeBaseFieldsFragment } from './KnowledgeBase.gql.ts'
import { newestSyncs } from './KnowledgeSyncs.tsx'

/** Agents and campaigns that use a base, and its copies at the voice providers. */
export function KnowledgeReferences({ base }: { base: KnowledgeBaseFieldsFragment }) {
  const t = useMessages('knowledge')
  return (
    <>
      <Section title={t('usedBy')}>
        {base.usedBy.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('unused')}
          </Text>
        ) : (
          <List size="sm" listStyleType="none">
            {base.usedBy.map((user) => (
              <List.Item key={`${user.type} ${user.id}`}>
                <Reference {...user} />
              </List.Item>
            ))}
          </List>
        )}
      </Section>
      <Section title={t('syncs')} about={t('syncsAbout')}>
        <Syncs base={base} />
      </Section>
    </>
  )
}

function Reference({ type, id, name }: KnowledgeBaseFieldsFragment['usedBy'][number]) {
  const word = useWords()
  return (
    <Group gap="xs">
      <TextLink to={type === 'agent' ? '/agents/$id' : '/campaigns/$id'} params={{ id }}>
        {name}
      </TextLink>
      <Text size="xs" c="dimmed">
        {word('knowledgeReference', type)}
      </Text>
    </Group>
  )
}

function Syncs({ base }: { base: KnowledgeBaseFieldsFragment }) {
  const t = useMessages('knowledge')
  const word = useWords()
  const syncs = newestSyncs(base)
  if (syncs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('notSyncedYet')}
      </Text>
    )
  return (
    <Stack gap="xs">
      {syncs.map(({ id, voiceEngine, version, status, error }) => (
        <div key={id}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {word('engine', voiceEngine)}
            </Text>
            <Status kind="knowledgeSync" value={status} />
            <Text size="sm" c="dimmed">
              {t(version < base.version ? 'syncBehind' : 'syncCurrent', { number: version })}
            </Text>
          </Group>
          {error && (
            <Alert color="bad" p="xs" mt={4}>
              {error}
            </Alert>
          )}
        </div>
      ))}
    </Stack>
  )
}
