import { Stack, Text, Title, type TitleOrder } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface FieldGroupProps {
  title: string
  /** Description below the title. */
  about?: ReactNode
  /** Level of the heading. */
  order?: TitleOrder
  children: ReactNode
}

/** Fields of a form that belong together, below a heading. */
export function FieldGroup({ title, about, order = 3, children }: FieldGroupProps) {
  const id = useId()
  return (
    <Stack gap="sm" role="group" aria-labelledby={id}>
      <div>
        <Title order={order} size="h6" id={id}>
          {title}
        </Title>
        {about && (
          <Text component="div" size="xs" c="dimmed">
            {about}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  )
}
