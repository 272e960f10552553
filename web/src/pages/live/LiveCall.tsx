import { Alert, Box, Button, Card, CloseButton, Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { PhoneOff } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { hasEnded } from '../../../../src/kernel/vocabulary/callStates.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { CopyableNumber } from '../../parts/text/ContactLink.tsx'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { SideDrawer } from '../../parts/page/SideDrawer.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { PhoneText } from '../../parts/text/PhoneNumber.tsx'
import { Status } from '../../parts/Status.tsx'
import { useRecordingText } from '../../parts/text/useRecordingText.ts'
import { TimingNote } from '../../parts/text/TimingNote.tsx'
import { Transcript, useTranscript } from '../../parts/text/Transcript.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { EndLiveCallDocument, LiveCallDocument, type LiveCallQuery } from './Live.gql.ts'
import { AgentName, CampaignName } from './LiveNames.tsx'
import { ListenToCall } from './ListenToCall.tsx'
import { LiveTimer } from './LiveTimer.tsx'

type Call = LiveCallQuery['call']

/** One active call: beside the board if there is room, otherwise over it. */
export function LiveCall({ id, isBeside }: { id: string; isBeside: boolean }) {
  const t = useMessages('live')
  const common = useMessages('common')
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/live' })
  const close = () => void navigate({ to: '/live', search: { ...search, call: undefined }, resetScroll: false })
  const result = useQuery({ query: LiveCallDocument, variables: { id } })
  const content = <QueryResult result={result}>{({ call }) => <CallContent call={call} />}</QueryResult>
  if (!isBeside)
    return (
      <SideDrawer onClose={close} size="md" title={t('call', { id })}>
        {content}
      </SideDrawer>
    )
  return (
    <Card
      withBorder
      w={400}
      component="aside"
      aria-label={t('call', { id })}
      style={{ position: 'sticky', top: 72, maxHeight: 'calc(100vh - 88px)', overflow: 'auto' }}
    >
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Title order={2} size="h5">
          {t('call', { id })}
        </Title>
        <CloseButton onClick={close} aria-label={common('close')} />
      </Group>
      {content}
    </Card>
  )
}

function CallContent({ call }: { call: Call }) {
  const t = useMessages('live')
  const word = useWords()
  const recordingText = useRecordingText()
  const isOver = hasEnded(call.status)
  const contactNumber = call.direction === 'inbound' ? call.fromNumber : call.toNumber
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <CopyableNumber number={contactNumber} />
        <Group gap="xs">
          <Status kind="call" value={call.status} />
          <Text span size="sm">
            <LiveTimer since={call.startedAt ?? call.createdAt} until={call.endedAt ?? (isOver ? call.createdAt : null)} />
          </Text>
        </Group>
      </Group>
      <Text component="div" size="sm">
        <div>
          {word('direction', call.direction)}
          {' · '}
          <PhoneText text={t(call.direction === 'inbound' ? 'to' : 'from', { number: call.direction === 'inbound' ? call.toNumber : call.fromNumber })} />
        </div>
        {call.agentId && (
          <TextLink to="/agents/$id" params={{ id: call.agentId }}>
            <AgentName id={call.agentId} />
          </TextLink>
        )}
        {call.agentId && call.campaignId && ' · '}
        {call.campaignId && (
          <TextLink to="/campaigns/$id" params={{ id: call.campaignId }}>
            <CampaignName id={call.campaignId} />
          </TextLink>
        )}
      </Text>
      {!call.recordingAdvisory.recorded && (
        <Text size="xs" c="dimmed">
          {recordingText(call.recordingAdvisory)}
        </Text>
      )}
      <TimingNote advisory={call.timingAdvisory} />
      <Group gap="xs">
        {useCan('calls:write') && !isOver && <End call={call} contactNumber={contactNumber} />}
        <ButtonLink to="/calls" search={{ call: call.id }} size="xs" variant="default">
          {t('details')}
        </ButtonLink>
      </Group>
      {!isOver && call.startedAt && <ListenToCall callId={call.id} provider={call.provider} blocker={call.monitorBlocker} />}
      <LiveTranscript id={call.id} isOver={isOver} />
    </Stack>
  )
}

function End({ call, contactNumber }: { call: Call; contactNumber: string }) {
  const t = useMessages('live')
  const confirm = useConfirm()
  const [end, isRunning] = useAction(EndLiveCallDocument)
  const ask = async () => {
    const isSure = await confirm({ title: t('endTitle'), body: t('endBody', { number: contactNumber }), action: t('end'), danger: true })
    if (isSure) await end({ id: call.id }, { success: t('endAsked') })
  }
  return (
    <Button
      size="xs"
      variant="light"
      color="bad"
      loading={isRunning}
      disabled={call.endRequestedAt !== null}
      onClick={() => void ask()}
      leftSection={<PhoneOff size={14} aria-hidden />}
    >
      {t(call.endRequestedAt ? 'ending' : 'end')}
    </Button>
  )
}

const NEAR_PX = 40

/** Live transcript. Scrolls to the end unless the user has scrolled up. */
function LiveTranscript({ id, isOver }: { id: string; isOver: boolean }) {
  const t = useMessages('live')
  const part = useTranscript(id)
  const box = useRef<HTMLDivElement>(null)
  const isFollowed = useRef(true)
  const lines = part?.lines ?? []
  useEffect(() => {
    const element = box.current!
    const look = () => (isFollowed.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX)
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [])
  useLayoutEffect(() => {
    if (isFollowed.current) box.current!.scrollTop = box.current!.scrollHeight
  }, [lines.length])
  return (
    <>
      <Title order={3} size="h6">
        {t('transcript')}
      </Title>
      <Box ref={box} role="log" aria-label={t('transcript')} tabIndex={0} style={{ maxHeight: '50vh', overflowY: 'auto' }}>
        {lines.length > 0 ? (
          <Transcript lines={lines} />
        ) : (
          <Text size="sm" c="dimmed">
            {t(isOver ? 'noTranscript' : 'noTranscriptYet')}
          </Text>
        )}
      </Box>
      {isOver && (
        <Alert color="gray" py="xs">
          {t('over')}
        </Alert>
      )}
    </>
  )
}
