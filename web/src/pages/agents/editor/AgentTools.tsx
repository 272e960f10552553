import { Button, Menu, Text } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useCodedTexts, useMessages } from '../../../messages.ts'
import { AgentItems } from './AgentItems.tsx'
import { AgentTool } from './AgentTool.tsx'
import { createUniqueName, isShown, KNOWN_TOOLS, NEW_TOOLS } from './agentTools.ts'
import type { Item, EditorProps } from './useAgentForm.ts'

/** The agent's tools. */
export function AgentTools(props: EditorProps) {
  const t = useMessages('agents')
  const { editor, canEdit } = props
  return (
    <AgentItems {...props} field="generalTools" title={t('tools')} about={t('toolsAbout')}>
      {(tools, change) => (
        <>
          {tools.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('noTools')}
            </Text>
          )}
          {tools.map((tool, index) => (
            <AgentTool
              key={index}
              tool={tool}
              canEdit={canEdit}
              onChange={(next) => change(tools.with(index, next))}
              onRemove={() => change(tools.toSpliced(index, 1))}
              problemAt={(part) => editor.problemAt(`generalTools.${index}.${part}`)}
              otherProblems={editor.problemsWithin(`generalTools.${index}`, isShown(tool.type))}
            />
          ))}
          {canEdit && <AddTool onAdd={(tool) => change([...tools, { ...tool, name: createUniqueName(String(tool.name), tools) }])} />}
        </>
      )}
    </AgentItems>
  )
}

function AddTool({ onAdd }: { onAdd: (tool: Item) => void }) {
  const t = useMessages('agents')
  const nameOf = useCodedTexts('agentTools')
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} style={{ alignSelf: 'flex-start' }}>
          {t('addTool')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KNOWN_TOOLS.map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(NEW_TOOLS[type])}>
            {nameOf(type) ?? type}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
