import { Alert, List, Text } from '@mantine/core'
import { Braces, Megaphone, TriangleAlert } from 'lucide-react'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import { useLawNames } from '../useProblemText.ts'
import { nameOf } from './agentFields.ts'
import { LEAD_FIELDS, useOpenVariables } from './AgentVariables.tsx'
import type { AgentForm } from './useAgentForm.ts'

/** What to know before publishing: problems, which block it and are also shown at their fields, variables without a default, and statements that callers must make, which do not. */
export function AgentProblems({ editor }: { editor: AgentForm }) {
  return (
    <>
      <Problems editor={editor} />
      <EmptyVariables editor={editor} />
      <Disclosures editor={editor} />
    </>
  )
}

function EmptyVariables({ editor: { form } }: { editor: AgentForm }) {
  const t = useMessages('agents')
  const format = useFormat()
  const { defaultVariables } = form.values
  const names = useOpenVariables(form.values).filter((name) => !LEAD_FIELDS.includes(name) && !defaultVariables[name])
  if (names.length === 0) return null
  return (
    <Alert role="status" color="gray" icon={<Braces aria-hidden />} title={t('emptyVariables', { count: names.length })}>
      {t('emptyVariablesAbout', { names: format.list(names) })}
    </Alert>
  )
}

/** What the saved draft leaves out of what callers must state. Hidden while its texts are being edited. */
function Disclosures({ editor: { form, disclosureAdvisories } }: { editor: AgentForm }) {
  const t = useMessages('agents')
  const nameLaws = useLawNames()
  const isEdited = ['firstMessage', 'systemPrompt', 'lang', 'recordingEnabled'].some((field) => form.isDirty(field))
  if (disclosureAdvisories.length === 0 || isEdited) return null
  return (
    <Alert role="status" color="gray" icon={<Megaphone aria-hidden />} title={t('disclosures')}>
      <List size="sm">
        {disclosureAdvisories.map(({ statement, demands, sentence }) => (
          <List.Item key={statement}>
            {t(`disclosure_${statement}`, { sentence })}{' '}
            <Text span size="sm" c="dimmed">
              {nameLaws(demands)}
            </Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Problems({ editor: { problems } }: { editor: AgentForm }) {
  const t = useMessages('agents')
  if (problems.length === 0) return null
  return (
    <Alert role="status" color="warn" icon={<TriangleAlert aria-hidden />} title={t('problems', { count: problems.length })}>
      <List size="sm">
        {problems.map(({ path, reason }) => (
          <List.Item key={`${path} ${reason}`}>
            {path && <b>{nameOf(path, t)}: </b>}
            {reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
