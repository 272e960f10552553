import { CloseButton, Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import classes from './SelectionBar.module.css'
import { MAX_SELECTED, type Selection } from './selection.ts'

/** The number of selected rows, and what can be done with them. */
export function SelectionBar({ selection: { keys, clear }, children }: { selection: Selection<unknown>; children: ReactNode }) {
  const t = useMessages('selection')
  const format = useFormat()
  return (
    <Paper withBorder shadow="md" className={classes.bar} role="region" aria-label={t('title')}>
      <Group gap="sm" justify="center">
        <Text size="sm" fw={500} role="status">
          {t('count', { count: keys.size, shown: format.number(keys.size) })}
          {keys.size >= MAX_SELECTED && ` (${t('maximum')})`}
        </Text>
        {children}
        <CloseButton size="sm" data-clears-selection aria-label={t('clear')} onClick={clear} />
      </Group>
    </Paper>
  )
}
