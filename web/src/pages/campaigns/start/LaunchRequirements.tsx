import { Group, List, Text, ThemeIcon } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useMessages } from '../../../messages.ts'
import { TextLink } from '../../../parts/page/links.tsx'
import { stepOf } from '../settings/campaignSteps.ts'
import { type CodedLaunchText, useLaunchText } from './useLaunchText.ts'

export interface Missing extends CodedLaunchText {
  requirement: string
}

interface LaunchRequirementsProps {
  missing: readonly Missing[]
  campaignId: string
  /** Called when a link is followed. */
  onLeave?: () => void
}

/** Missing requirements of a start, each with a link to fix it. */
export function LaunchRequirements({ missing, campaignId, onLeave }: LaunchRequirementsProps) {
  const textOf = useLaunchText()
  return (
    <List
      spacing="sm"
      center={false}
      icon={
        <ThemeIcon size={24} radius="xl" color="bad" variant="light" aria-hidden>
          <TriangleAlert size={14} />
        </ThemeIcon>
      }
    >
      {missing.map((item, index) => (
        <List.Item key={index} data-requirement={item.requirement}>
          <Group gap="xs">
            <Text size="sm">{textOf('requirement', item)}</Text>
            <FixLink requirement={item.requirement} campaignId={campaignId} onClick={onLeave} />
          </Group>
        </List.Item>
      ))}
    </List>
  )
}

function FixLink({ requirement, campaignId, onClick }: { requirement: string; campaignId: string; onClick?: () => void }) {
  const t = useMessages('campaigns')
  if (requirement === 'wallet')
    return (
      <TextLink to="/billing" onClick={onClick}>
        {t('toBilling')}
      </TextLink>
    )
  const step = stepOf(requirement)
  if (!step) return null
  return (
    <TextLink to="/campaigns/new" search={{ id: campaignId, step }} onClick={onClick}>
      {t('fixIn', { step: t(`step_${step}`) })}
    </TextLink>
  )
}
