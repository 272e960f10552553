import { Button, SimpleGrid, type SimpleGridProps } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import classes from './FormRow.module.css'

interface FormRowProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Label of the button that sends the form. */
  action: string
  isRunning?: boolean
  /** Whether there is nothing to send yet. */
  isDisabled?: boolean
  isDanger?: boolean
  'aria-label'?: string
  children: ReactNode
}

/** Layout of a form of one to three short fields: in one row, with its button next to the last. */
export function FormRow({ action, isRunning, isDisabled, isDanger, children, ...form }: FormRowProps) {
  return (
    <form noValidate className={classes.row} {...form}>
      {children}
      <Button type="submit" variant={isDanger ? 'filled' : 'default'} color={isDanger ? 'bad' : undefined} loading={isRunning} disabled={isDisabled}>
        {action}
      </Button>
    </form>
  )
}

/** Fields next to each other. Their boxes are in one line, and on a phone they are below each other. */
export function FieldGrid({ cols, children }: Pick<SimpleGridProps, 'cols' | 'children'>) {
  return (
    <SimpleGrid cols={cols} spacing="md" className={classes.grid}>
      {children}
    </SimpleGrid>
  )
}
