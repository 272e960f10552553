import { ActionIcon, Alert, Button, Group, Paper, Select, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { useMessages, useWords } from '../../../messages.ts'
import { AgentItems } from './AgentItems.tsx'
import { createUniqueName, textOf } from './agentTools.ts'
import type { Item, EditorProps } from './useAgentForm.ts'

const TYPES = ['string', 'number', 'integer', 'boolean', 'enum', 'array', 'object', 'json']
const SHOWN = ['name', 'type', 'description', 'choices', 'enum']

/** The agent's post-call questions. */
export function AgentQuestions(props: EditorProps) {
  const t = useMessages('agents')
  const { editor, canEdit } = props
  return (
    <AgentItems {...props} field="postCallAnalysisData" title={t('questions')} about={t('questionsAbout')}>
      {(questions, change) => (
        <>
          {questions.map((question, index) => (
            <Question
              key={index}
              question={question}
              canEdit={canEdit}
              onChange={(next) => change(questions.with(index, next))}
              onRemove={() => change(questions.toSpliced(index, 1))}
              problemAt={(part) => editor.problemAt(`postCallAnalysisData.${index}.${part}`)}
              otherProblems={editor.problemsWithin(`postCallAnalysisData.${index}`, (part) => SHOWN.includes(part))}
            />
          ))}
          {canEdit && (
            <Button
              variant="default"
              size="xs"
              leftSection={<Plus size={14} aria-hidden />}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => change([...questions, { name: createUniqueName('answer', questions), type: 'string', description: '' }])}
            >
              {t('addQuestion')}
            </Button>
          )}
        </>
      )}
    </AgentItems>
  )
}

interface QuestionProps {
  question: Item
  onChange: (question: Item) => void
  onRemove: () => void
  canEdit: boolean
  problemAt: (part: string) => string | undefined
  otherProblems: { part: string; reason: string }[]
}

function Question({ question, onChange, onRemove, canEdit, problemAt, otherProblems }: QuestionProps) {
  const t = useMessages('agents')
  const word = useWords()
  const name = textOf(question.name)
  const listed = question.choices ?? question.enum
  const type = Array.isArray(listed) ? 'enum' : textOf(question.type) || 'string'
  const types = TYPES.includes(type) ? TYPES : [...TYPES, type]
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('question', { name })}>
      <Stack gap="xs">
        <Group align="flex-start" gap="xs" wrap="nowrap">
          <TextInput
            label={t('questionName')}
            flex={1}
            miw={0}
            value={name}
            onChange={({ target }) => onChange({ ...question, name: target.value })}
            error={problemAt('name')}
            readOnly={!canEdit}
          />
          <Select
            label={t('questionType')}
            flex={1}
            miw={0}
            allowDeselect={false}
            data={types.map((value) => ({ value, label: word('answer', value) }))}
            value={type}
            onChange={(next) => onChange(ofType(question, next ?? 'string'))}
            error={problemAt('type')}
            readOnly={!canEdit}
          />
          {canEdit && (
            <ActionIcon variant="subtle" color="gray" mt={28} onClick={onRemove} aria-label={t('removeQuestion', { name })}>
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        <Textarea
          label={t('questionDescription')}
          autosize
          minRows={1}
          maxRows={6}
          value={textOf(question.description)}
          onChange={({ target }) => onChange({ ...question, description: target.value })}
          error={problemAt('description')}
          readOnly={!canEdit}
        />
        {type === 'enum' && (
          <TagsInput
            label={t('choices')}
            description={t('choicesAbout')}
            value={Array.isArray(listed) ? listed.map(String) : []}
            onChange={(choices) => onChange({ ...without(question, 'enum'), type: 'enum', choices })}
            error={problemAt('choices') ?? problemAt('enum')}
            readOnly={!canEdit}
          />
        )}
        {otherProblems.map(({ part, reason }) => (
          <Alert key={part + reason} color="bad" p="xs">
            <Text size="sm">
              <b>{part}</b>: {reason}
            </Text>
          </Alert>
        ))}
      </Stack>
    </Paper>
  )
}

const without = (item: Item, ...keys: string[]): Item => Object.fromEntries(Object.entries(item).filter(([key]) => !keys.includes(key)))

/** Changes the type of the answer. Only enum questions have choices. */
const ofType = (question: Item, type: string): Item =>
  type === 'enum' ? { ...question, type, choices: question.choices ?? [] } : { ...without(question, 'choices', 'enum'), type }
