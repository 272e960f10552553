import { Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { REDACTIONS } from '../../../../src/inputs/dataDuties.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Section } from '../../parts/Section.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { UpdateRedactionsDocument } from './Settings.gql.ts'

/** What is masked in whatever is written about calls. */
export function Redactions({ kinds }: { kinds: readonly string[] }) {
  const t = useMessages('settings')
  const word = useWords()
  const canChange = useCan('workspace:write')
  const names = kinds.map((kind) => word('redaction', kind)).join(', ')
  return (
    <Section title={t('redactions')} about={t('redactionsAbout')}>
      {canChange ? <Form kinds={kinds} /> : <Facts facts={[{ name: t('masked'), value: names || t('nothingMasked'), about: t('ownersOnly') }]} />}
      <Text size="xs" c="dimmed">
        {t('redactionsLimits')}
      </Text>
    </Section>
  )
}

function Form({ kinds }: { kinds: readonly string[] }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const word = useWords()
  const [chosen, choose] = useState<string[]>([...kinds])
  const [update, isRunning] = useAction(UpdateRedactionsDocument)
  const isSame = chosen.length === kinds.length && chosen.every((kind) => kinds.includes(kind))
  return (
    <Stack>
      <Checkbox.Group label={t('masked')} value={chosen} onChange={choose}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
          {REDACTIONS.map((kind) => (
            <Checkbox key={kind} value={kind} label={word('redaction', kind)} description={t(`redaction_${kind}`)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Group>
        <Button disabled={isSame} loading={isRunning} onClick={() => void update({ kinds: chosen }, { done: common('saved') })}>
          {t('saveMasks')}
        </Button>
      </Group>
    </Stack>
  )
}
