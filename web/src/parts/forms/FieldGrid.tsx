import { SimpleGrid, type SimpleGridProps } from '@mantine/core'
import classes from './FieldGrid.module.css'

/** Fields next to each other. Their boxes are in one line, and on a phone they are below each other. */
export function FieldGrid({ cols, children }: Pick<SimpleGridProps, 'cols' | 'children'>) {
  return (
    <SimpleGrid cols={cols} spacing="md" className={classes.grid}>
      {children}
    </SimpleGrid>
  )
}
