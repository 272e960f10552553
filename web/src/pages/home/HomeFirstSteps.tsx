import { Group, List, Text, ThemeIcon } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import { useQuery } from 'urql'
import { type MessageKey, useMessages } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { HomeFirstStepsDocument } from './Home.gql.ts'

/** Setup steps of a new workspace. Renders nothing once all are done. */
export function HomeFirstSteps() {
  const t = useMessages('home')
  const [{ data }] = useQuery({ query: HomeFirstStepsDocument })
  if (!data) return null
  const { agents, phoneNumbers, campaigns, webhookSettings } = data
  const steps: { name: MessageKey<'home'>; to: LinkProps['to']; isDone: boolean }[] = [
    { name: 'stepAgent', to: agents.nodes.length > 0 ? '/agents' : '/agents/new', isDone: agents.nodes.some(({ isPublished }) => isPublished) },
    { name: 'stepNumber', to: '/numbers', isDone: phoneNumbers.nodes.length > 0 },
    { name: 'stepCampaign', to: '/campaigns/new', isDone: campaigns.nodes.length > 0 },
    { name: 'stepWebhook', to: '/webhooks', isDone: webhookSettings.url != null },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <Panel title={t('firstSteps')} aside={<Text size="sm">{t('stepsDone', { done, all: steps.length })}</Text>}>
      <List listStyleType="none" spacing="xs" center>
        {steps.map(({ name, to, isDone }) => (
          <List.Item
            key={name}
            icon={
              <ThemeIcon size={22} radius="xl" variant="light" color={isDone ? 'teal' : 'gray'}>
                {isDone ? <Check size={14} aria-label={t('stepDone')} /> : <Circle size={10} aria-label={t('stepOpen')} />}
              </ThemeIcon>
            }
          >
            <Group gap="xs">
              {isDone ? (
                <Text size="sm" c="dimmed">
                  {t(name)}
                </Text>
              ) : (
                <TextLink to={to}>{t(name)}</TextLink>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </Panel>
  )
}
