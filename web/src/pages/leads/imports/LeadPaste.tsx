import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../messages.ts'

/** Takes rows that are copied from a spreadsheet. They go the way of a file. */
export function LeadPaste({ isRunning, onPaste }: { isRunning: boolean; onPaste: (text: string) => void }) {
  const t = useMessages('leads')
  const [text, setText] = useState('')
  return (
    <Stack gap="xs">
      <Textarea
        label={t('pasteRows')}
        description={t('pasteRowsAbout')}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Group>
        <Button variant="default" disabled={!text.trim()} loading={isRunning} onClick={() => onPaste(text)}>
          {t('pasteAction')}
        </Button>
      </Group>
    </Stack>
  )
}
