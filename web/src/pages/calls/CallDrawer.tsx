import { ActionIcon, Drawer, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useQuery, useSubscription } from 'urql'
import { useMessages } from '../../messages.ts'
import { Loaded } from '../../parts/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { CallBody } from './CallBody.tsx'
import type { WholeCall } from './wholeCall.ts'
import { CallDocument, CallWatchDocument } from './Calls.gql.ts'

interface CallDrawerProps {
  id: string
  onClose(): void
  /** The call above and below it in the list; absent at the list's ends. */
  onPrevious?: () => void
  onNext?: () => void
}

/** One call with all that is known of it, beside the list. Arrow keys go to its neighbours, Escape closes it. */
export function CallDrawer({ id, onClose, onPrevious, onNext }: CallDrawerProps) {
  const t = useMessages('calls')
  const common = useMessages('common')
  const result = useQuery({ query: CallDocument, variables: { id } })
  const call = result[0].data?.call
  // A call is told of until it is settled: its analysis and its cost come after its end.
  useSubscription({ query: CallWatchDocument, variables: { id }, pause: call?.id !== id || call.cost != null })
  useHotkeys(
    [
      ['ArrowLeft', () => onPrevious?.()],
      ['ArrowRight', () => onNext?.()],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT'],
  )
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={720}
      padding="md"
      overlayProps={{ backgroundOpacity: 0.25 }}
      closeButtonProps={{ 'aria-label': common('close') }}
      title={<Title call={call} onPrevious={onPrevious} onNext={onNext} />}
      styles={{ title: { flex: 1, minWidth: 0 } }}
    >
      <Loaded result={result}>
        {(data) => (data.call.id === id ? <CallBody key={id} call={data.call} /> : <Stack mih={400} aria-busy aria-label={t('title')} />)}
      </Loaded>
    </Drawer>
  )
}

function Title({ call, onPrevious, onNext }: { call?: WholeCall } & Pick<CallDrawerProps, 'onPrevious' | 'onNext'>) {
  const t = useMessages('calls')
  const other = call && ((call.direction === 'inbound' ? call.fromNumber : call.toNumber) || t('withheld'))
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between" pr="xs">
      <Group gap="sm">
        <Text span fw={700} size="lg">
          {call ? t(call.direction === 'inbound' ? 'callFrom' : 'callTo', { number: other! }) : t('call')}
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
