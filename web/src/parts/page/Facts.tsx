import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Facts.module.css'

/** Read-only list of names and values. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode; about?: ReactNode }[] }) {
  return (
    <dl className={classes.list}>
      {facts.map(({ name, value, about }) => (
        <div key={name} className={classes.fact}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {value}
            {about && (
              <Text component="div" size="xs" c="dimmed">
                {about}
              </Text>
            )}
          </Text>
        </div>
      ))}
    </dl>
  )
}
