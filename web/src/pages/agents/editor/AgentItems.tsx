import { Alert, Stack, Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../../messages.ts'
import { JsonField } from '../../../parts/forms/JsonField.tsx'
import { Section } from '../../../parts/page/Section.tsx'
import { areObjects } from './agentTools.ts'
import type { Item, EditorProps } from './useAgentForm.ts'

interface AgentItemsProps extends EditorProps {
  field: 'generalTools' | 'postCallAnalysisData'
  title: string
  about: string
  children: (items: Item[], change: (items: Item[]) => void) => ReactNode
}

/** Editor of an agent's list, as fields or as the API's JSON. */
export function AgentItems({ editor, canEdit, field, title, about, children }: AgentItemsProps) {
  const t = useMessages('agents')
  const [asJson, show] = useState(false)
  const items = editor.form.values[field]
  const error = editor.problemAt(field)
  const isText = typeof items === 'string'
  return (
    <Section
      title={title}
      about={about}
      actions={<Switch size="xs" label={t('asJson')} checked={asJson || isText} disabled={isText} onChange={({ target }) => show(target.checked)} />}
    >
      {asJson || isText ? (
        <JsonField
          aria-label={t('jsonOf', { title })}
          value={items}
          onChange={(value) => editor.form.setFieldValue(field, value ?? [])}
          accepts={areObjects}
          readOnly={!canEdit}
          error={error}
        />
      ) : (
        <Stack gap="sm">
          {error && (
            <Alert color="bad" p="xs">
              {error}
            </Alert>
          )}
          {children(items, (next) => editor.form.setFieldValue(field, next))}
        </Stack>
      )}
    </Section>
  )
}
