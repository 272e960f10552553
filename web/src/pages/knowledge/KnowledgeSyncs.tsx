import { Group, Text } from '@mantine/core'
import { useMessages, useWords } from '../../messages.ts'
import { Status } from '../../parts/Status.tsx'

export interface Synced {
  version: number
  syncs: { id: string; voiceEngine: string; version: number; status: string }[]
}

/** Returns each provider's newest sync, and whether it is behind the base. */
export const newestSyncs = <Base extends Synced>({ syncs }: Base): Base['syncs'] =>
  syncs.filter(
    ({ id, voiceEngine, status }) => status !== 'retired' && syncs.find((sync) => sync.voiceEngine === voiceEngine && sync.status !== 'retired')?.id === id,
  )

/** Sync status of a knowledge base in one line. */
export function KnowledgeSyncs({ base }: { base: Synced }) {
  const t = useMessages('knowledge')
  const word = useWords()
  const syncs = newestSyncs(base)
  if (syncs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('notSynced')}
      </Text>
    )
  return (
    <Group gap="xs" wrap="nowrap">
      {syncs.map(({ id, voiceEngine, version, status }) => (
        <Group key={id} gap={4} wrap="nowrap">
          <Text size="sm">{word('engine', voiceEngine)}</Text>
          <Status kind="knowledgeSync" value={status === 'ready' && version < base.version ? 'behind' : status} />
        </Group>
      ))}
    </Group>
  )
}
