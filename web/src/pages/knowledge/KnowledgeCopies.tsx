import { Group, Text } from '@mantine/core'
import { useMessages, useWords } from '../../messages.ts'
import { Status } from '../../parts/Status.tsx'

export interface Copied {
  version: number
  copies: { id: string; voiceEngine: string; version: number; state: string }[]
}

/** The newest copy of a base at each provider, and whether it is behind the base. */
export const newestCopies = <Base extends Copied>({ copies }: Base): Base['copies'] =>
  copies.filter(
    ({ id, voiceEngine, state }) => state !== 'retired' && copies.find((copy) => copy.voiceEngine === voiceEngine && copy.state !== 'retired')?.id === id,
  )

/** Where a knowledge base is, in a line. */
export function KnowledgeCopies({ base }: { base: Copied }) {
  const t = useMessages('knowledge')
  const word = useWords()
  const copies = newestCopies(base)
  if (copies.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('nowhere')}
      </Text>
    )
  return (
    <Group gap="xs" wrap="nowrap">
      {copies.map(({ id, voiceEngine, version, state }) => (
        <Group key={id} gap={4} wrap="nowrap">
          <Text size="sm">{word('engine', voiceEngine)}</Text>
          <Status kind="copy" value={state === 'ready' && version < base.version ? 'behind' : state} />
        </Group>
      ))}
    </Group>
  )
}
