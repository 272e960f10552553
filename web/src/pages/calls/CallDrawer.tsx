import { ActionIcon, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useQuery, useSubscription } from 'urql'
import { preloadMessages, useMessages } from '../../messages.ts'
import { SideDrawer } from '../../parts/page/SideDrawer.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { PhoneText } from '../../parts/text/PhoneNumber.tsx'
import { Status } from '../../parts/Status.tsx'
import { CallDetails } from './CallDetails.tsx'
import type { FullCall } from './fullCall.ts'
import { CallDocument, CallUpdatesDocument } from './Call.gql.ts'

interface CallDrawerProps {
  id: string
  onClose(): void
  /** Open the previous or next call of the list. Absent at its ends. */
  onPrevious?: () => void
  onNext?: () => void
}

/** Texts of the parts that are shown once the call is loaded. */
const preloadParts = preloadMessages('callAnalysis', 'callCosts', 'player')

/** Drawer with one call. Arrow keys move to the neighbors; Escape closes it. */
export function CallDrawer({ id, onClose, onPrevious, onNext }: CallDrawerProps) {
  const t = useMessages('calls')
  // Loaded beside the call, since a part that waits for its texts would hide the drawer.
  useEffect(() => void preloadParts(), [])
  const result = useQuery({ query: CallDocument, variables: { id } })
  const call = result[0].data?.call
  // Subscribes until the cost is known: analysis and cost arrive after the call has ended.
  useSubscription({ query: CallUpdatesDocument, variables: { id }, pause: call?.id !== id || call.cost != null })
  useHotkeys(
    [
      ['ArrowLeft', () => onPrevious?.()],
      ['ArrowRight', () => onNext?.()],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  )
  return (
    <SideDrawer
      onClose={onClose}
      size={720}
      padding="md"
      overlayProps={{ backgroundOpacity: 0.25 }}
      title={<Title call={call} onPrevious={onPrevious} onNext={onNext} />}
      styles={{ title: { flex: 1, minWidth: 0 } }}
    >
      <QueryResult result={result}>
        {(data) => (data.call.id === id ? <CallDetails key={id} call={data.call} /> : <Stack mih={400} aria-busy aria-label={t('title')} />)}
      </QueryResult>
    </SideDrawer>
  )
}

function Title({ call, onPrevious, onNext }: { call?: FullCall } & Pick<CallDrawerProps, 'onPrevious' | 'onNext'>) {
  const t = useMessages('calls')
  const other = call && ((call.direction === 'inbound' ? call.fromNumber : call.toNumber) || t('withheld'))
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between" pr="xs">
      <Group gap="sm">
        <Text span fw={600} size="lg" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
          {call ? <PhoneText text={t(call.direction === 'inbound' ? 'callFrom' : 'callTo', { number: other! })} /> : t('call')}
        </Text>
        {call && <Status kind="call" value={call.status} />}
      </Group>
      <Group gap={4} wrap="nowrap">
        <Step label={t('previous')} icon={ChevronLeft} onClick={onPrevious} />
        <Step label={t('next')} icon={ChevronRight} onClick={onNext} />
      </Group>
    </Group>
  )
}

function Step({ label, icon: Icon, onClick }: { label: string; icon: typeof ChevronLeft; onClick?: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={!onClick} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
