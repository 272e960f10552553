import { Button, Group, JsonInput, SegmentedControl, Stack, TagsInput, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import { z } from 'zod'
import { useMessages } from '../../../messages.ts'
import { RESULT_COLUMNS } from '../results/resultColumns.ts'
import { useColumnNames } from '../results/useColumnNames.ts'
import { CampaignQuestion } from './CampaignQuestion.tsx'
import { toColumns, newQuestion, type Question, toQuestions, toSchema } from './campaignQuestions.ts'
import { SectionForm, useSectionContext, useSection } from './CampaignSection.tsx'
import { isEditable } from './campaignSteps.ts'

interface Values extends Record<string, unknown> {
  mode: 'rows' | 'json'
  questions: Question[]
  text: string
  further: string[]
}

const isSchema = (text: string) => {
  if (text.trim() === '') return true
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Form section: post-call questions, as rows or as JSON Schema, and the columns of the results. */
export function CampaignQuestionsSection() {
  const t = useMessages('campaigns')
  const { campaign } = useSectionContext()
  const { toLabel, toName } = useColumnNames()
  const { extractionSchema, displayColumns } = campaign
  const isFixed = !isEditable(campaign.status)
  const Fields = z.object({ text: z.string().refine(isSchema, { error: t('notJson') }) })
  const known = toQuestions(extractionSchema, displayColumns)
  const schemaIn = ({ mode, questions, text }: Values) =>
    mode === 'rows' ? toSchema(questions, extractionSchema) : text.trim() !== '' && isSchema(text) ? (JSON.parse(text) as Record<string, unknown>) : null
  const section = useSection<Values>(
    {
      mode: 'rows',
      questions: known,
      text: extractionSchema ? JSON.stringify(extractionSchema, null, 2) : '',
      further: displayColumns.filter((name) => !known.some(({ key }) => key === name)),
    },
    Fields,
    (values) => {
      const schema = schemaIn(values)
      return { changes: { extractionSchema: schema, displayColumns: toColumns(rowsIn(values), values.further, displayColumns) } }
    },
  )
  const { form } = section
  const { mode, questions } = form.values
  const turn = (next: string) => {
    if (next === 'json') form.setValues({ mode: 'json', text: JSON.stringify(schemaIn(form.getValues()) ?? { type: 'object', properties: {} }, null, 2) })
    else if (!form.validate().hasErrors) form.setValues({ mode: 'rows', questions: rowsIn(form.getValues()) })
  }
  return (
    <SectionForm section={section}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={560}>
          {t('questionsAbout')}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('questionsAs')}
          value={mode}
          onChange={turn}
          data={[
            { value: 'rows', label: t('questionsRows') },
            { value: 'json', label: t('questionsJson') },
          ]}
        />
      </Group>
      {mode === 'json' ? (
        <JsonInput label={t('questionsJson')} autosize minRows={10} maxRows={30} disabled={isFixed} ff="monospace" {...form.getInputProps('text')} />
      ) : (
        <Stack>
          {questions.map((question, index) => (
            <CampaignQuestion
              key={index}
              number={index + 1}
              question={question}
              isFixed={isFixed}
              onChange={(part) => form.setFieldValue(`questions.${index}`, { ...question, ...part })}
              onRemove={() => form.removeListItem('questions', index)}
            />
          ))}
          {!isFixed && (
            <Group>
              <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => form.insertListItem('questions', newQuestion())}>
                {t('addQuestion')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
      <TagsInput
        label={t('furtherColumns')}
        description={t('furtherColumnsAbout')}
        data={RESULT_COLUMNS.map(toLabel)}
        disabled={isFixed}
        {...form.getInputProps('further')}
        value={form.getValues().further.map(toLabel)}
        onChange={(labels) => form.setFieldValue('further', labels.map(toName))}
      />
    </SectionForm>
  )
}

/** Returns the rows, parsed from the JSON Schema in JSON mode. Keeps which answers are columns. */
function rowsIn({ mode, questions, text }: Values): Question[] {
  if (mode === 'rows') return questions
  if (text.trim() === '' || !isSchema(text)) return []
  const columns = questions.filter(({ isColumn }) => isColumn).flatMap(({ key }) => key ?? [])
  const before = new Set(questions.map(({ key }) => key))
  return toQuestions(JSON.parse(text), columns).map((question) => (before.has(question.key) ? question : { ...question, isColumn: true }))
}
