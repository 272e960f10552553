import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { PhoneNumber } from '../text/PhoneNumber.tsx'
import { TitleRow } from './TitleRow.tsx'

interface PageProps {
  title: string
  /** One line below the title. */
  about?: ReactNode
  /** Buttons to the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** Layout of a page. The title is also the browser tab's. */
export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Callwright`
  }, [title])
  return (
    <Stack gap="lg">
      <TitleRow actions={actions}>
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {title.startsWith('+') ? <PhoneNumber number={title} /> : title}
        </Title>
        {about && (
          <Text component="div" size="sm" c="dimmed" mt={2}>
            {about}
          </Text>
        )}
      </TitleRow>
      {children}
    </Stack>
  )
}
