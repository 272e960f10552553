import { Group, List, Text, ThemeIcon } from '@mantine/core'
import { Check, Circle } from 'lucide-react'
import { useQuery } from 'urql'
import { useMessages } from '../../messages.ts'
import { PathLink } from '../../parts/page/links.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { HomeFirstStepsDocument } from './Home.gql.ts'
import { listSteps } from './homeSteps.ts'

/** Setup steps of a new workspace. Renders nothing once all are done. */
export function HomeFirstSteps() {
  const t = useMessages('home')
  const [{ data }] = useQuery({ query: HomeFirstStepsDocument })
  if (!data) return null
  const steps = listSteps(data)
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <Panel title={t('firstSteps')} aside={<Text size="sm">{t('stepsDone', { done, all: steps.length })}</Text>}>
      <List listStyleType="none" spacing="xs" center>
        {steps.map(({ name, path, isDone }) => (
          <List.Item
            key={name}
            icon={
              <ThemeIcon size={22} radius="xl" variant="light" color={isDone ? 'good' : 'gray'}>
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
                <PathLink path={path} size="sm">
                  {t(name)}
                </PathLink>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </Panel>
  )
}
