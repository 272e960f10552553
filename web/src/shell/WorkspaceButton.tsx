import { Button, type ButtonProps, Text } from '@mantine/core'
import { ChevronsUpDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useMessages } from '../messages.ts'
import { useViewer } from '../parts/viewer.tsx'
import classes from './Shell.module.css'

/** Button with the workspace's name. */
export function WorkspaceButton(props: ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>) {
  const t = useMessages('shell')
  const { workspace } = useViewer()
  return (
    <Button
      variant="subtle"
      color="gray"
      px="xs"
      rightSection={<ChevronsUpDown size={14} aria-hidden />}
      aria-label={t('workspace', { name: workspace.name })}
      aria-haspopup="menu"
      {...props}
    >
      <Text span className={classes.workspace} title={workspace.name}>
        {workspace.name}
      </Text>
    </Button>
  )
}
