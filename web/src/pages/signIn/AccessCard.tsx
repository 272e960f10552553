import { Anchor, Card, Center, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { setLanguage, type Language, LANGUAGES, useLanguage } from '../../languages.ts'
import { useMessages } from '../../messages.ts'

/** Layout of pages without navigation: signing in, or a single task. */
export function AccessCard({ title, children }: { title: string; children: ReactNode }) {
  const t = useMessages('access')
  useEffect(() => {
    document.title = `${title} · Callwright`
  }, [title])
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={400} gap="sm">
        <Card withBorder padding="lg">
          <Stack>
            <Group gap="sm" wrap="nowrap">
              <img src="/static/mark.svg" width={32} height={32} alt="" />
              <div>
                <Text fw={600}>Callwright</Text>
                <Text size="sm" c="dimmed">
                  {t('about')}
                </Text>
              </div>
            </Group>
            <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {children}
          </Stack>
        </Card>
        <Languages />
      </Stack>
    </Center>
  )
}

function Languages() {
  const t = useMessages('access')
  const language = useLanguage()
  return (
    <Group justify="center" gap="md" role="group" aria-label={t('language')}>
      {(Object.keys(LANGUAGES) as Language[]).map((code) => (
        <Anchor
          key={code}
          component="button"
          type="button"
          size="sm"
          lang={code}
          onClick={() => setLanguage(code)}
          c={code === language ? 'dimmed' : undefined}
          aria-pressed={code === language}
        >
          {LANGUAGES[code]}
        </Anchor>
      ))}
    </Group>
  )
}
