import { Checkbox, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { REDACTIONS } from '../../../../src/inputs/privacySettings.ts'
import { useMessages, useWords } from '../../messages.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { Facts } from '../../parts/page/Facts.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { type RedactionType, UpdateRedactionsDocument } from './Settings.gql.ts'

/** Types of sensitive data to mask in transcripts. */
export function Redactions({ types }: { types: readonly RedactionType[] }) {
  const t = useMessages('settings')
  const word = useWords()
  const canChange = useCan('workspace:write')
  const names = types.map((type) => word('redaction', type)).join(', ')
  return (
    <Section title={t('redactions')} about={t('redactionsAbout')}>
      {canChange ? <Form types={types} /> : <Facts facts={[{ name: t('redacted'), value: names || t('noRedactions'), about: t('ownersOnly') }]} />}
      <Text size="xs" c="dimmed">
        {t('redactionsLimits')}
      </Text>
    </Section>
  )
}

function Form({ types }: { types: readonly RedactionType[] }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const word = useWords()
  const [chosen, choose] = useState<RedactionType[]>([...types])
  const [update, isRunning] = useAction(UpdateRedactionsDocument)
  const isSame = chosen.length === types.length && chosen.every((type) => types.includes(type))
  return (
    <FormLayout
      onSubmit={(event) => {
        event.preventDefault()
        void update({ types: chosen }, { success: common('saved') })
      }}
      action={t('saveRedactions')}
      isDisabled={isSame}
      isRunning={isRunning}
    >
      <Checkbox.Group label={t('redacted')} value={chosen} onChange={(next) => choose(next as RedactionType[])}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
          {REDACTIONS.map((type) => (
            <Checkbox key={type} value={type} label={word('redaction', type)} description={t(`redaction_${type}`)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </FormLayout>
  )
}
