import { ActionIcon, Card, Checkbox, Group, Select, TagsInput, Text, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useMessages, useWords } from '../../../messages.ts'
import { KINDS, type Kind, type Question } from './campaignQuestions.ts'
import { FieldGrid } from '../../../parts/forms/FormRow.tsx'

interface CampaignQuestionProps {
  number: number
  question: Question
  isFixed: boolean
  onChange: (part: Partial<Question>) => void
  onRemove: () => void
}

/** One post-call question: its text and the type of its answer. */
export function CampaignQuestion({ number, question, isFixed, onChange, onRemove }: CampaignQuestionProps) {
  const t = useMessages('campaigns')
  const word = useWords()
  const { key, title, ask, kind, choices, isRequired, isColumn } = question
  return (
    <Card withBorder padding="sm" role="group" aria-label={t('questionNumber', { number })}>
      <FieldGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <TextInput
          label={t('questionTitle')}
          placeholder={t('questionTitleExample')}
          value={title}
          disabled={isFixed}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <TextInput
          label={t('questionAsk')}
          placeholder={t('questionAskExample')}
          value={ask}
          disabled={isFixed}
          onChange={({ target }) => onChange({ ask: target.value })}
        />
        {kind === 'other' ? (
          <TextInput label={t('answerType')} value={t('answerOther')} disabled />
        ) : (
          <Select
            label={t('answerType')}
            allowDeselect={false}
            value={kind}
            disabled={isFixed}
            data={KINDS.map((value) => ({ value, label: word('answer', value) }))}
            onChange={(value) => onChange({ kind: value as Kind })}
          />
        )}
      </FieldGrid>
      {kind === 'choice' && (
        <TagsInput
          mt="sm"
          label={t('choices')}
          description={t('choicesAbout')}
          value={choices}
          disabled={isFixed}
          onChange={(value) => onChange({ choices: value })}
        />
      )}
      <Group mt="sm" justify="space-between">
        <Group>
          <Checkbox label={t('answerRequired')} checked={isRequired} disabled={isFixed} onChange={({ target }) => onChange({ isRequired: target.checked })} />
          <Checkbox label={t('answerColumn')} checked={isColumn} disabled={isFixed} onChange={({ target }) => onChange({ isColumn: target.checked })} />
          {key && (
            <Text size="xs" c="dimmed" ff="monospace">
              {key}
            </Text>
          )}
        </Group>
        {!isFixed && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('removeQuestion', { number })} onClick={onRemove}>
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </Card>
  )
}
