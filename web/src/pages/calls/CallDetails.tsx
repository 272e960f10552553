import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { PhoneOff } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { TimingNote } from '../../parts/text/TimingNote.tsx'
import { Transcript, useTranscript } from '../../parts/text/Transcript.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { CallAnswers } from './CallAnswers.tsx'
import { CallCosts } from './CallCosts.tsx'
import type { FullCall } from './fullCall.ts'
import { CallEvents } from './CallEvents.tsx'
import { CallFacts } from './CallFacts.tsx'
import { CallTranscript } from './CallTranscript.tsx'
import { CallSection } from './CallSection.tsx'
import { EndCallDocument } from './Call.gql.ts'

const CallOptOut = lazy(() => import('../doNotCall/CallOptOut.tsx').then((module) => ({ default: module.CallOptOut })))
const CallProof = lazy(() => import('./proof/CallProof.tsx').then((module) => ({ default: module.CallProof })))
const ListenToCall = lazy(() => import('../live/ListenToCall.tsx').then((module) => ({ default: module.ListenToCall })))

/** Details of a call, most useful first. */
export function CallDetails({ call }: { call: FullCall }) {
  const t = useMessages('calls')
  const canSeeCompliance = useCan('compliance:read')
  const isUnderWay = !call.endedAt
  return (
    <Stack gap="lg">
      {isUnderWay && <ActiveCall call={call} />}
      <TimingNote advisory={call.timingAdvisory} />
      {canSeeCompliance && (
        <Suspense>
          <CallOptOut callId={call.id} outcome={call.outcome} />
        </Suspense>
      )}
      <CallFacts call={call} />
      {call.summary && (
        <CallSection title={t('summary')}>
          <MultilineText>{call.summary}</MultilineText>
        </CallSection>
      )}
      {isUnderWay ? <Live call={call} /> : <CallTranscript call={call} />}
      <CallAnswers call={call} isOver={!isUnderWay} />
      <CallCosts call={call} />
      {canSeeCompliance && (
        <Suspense>
          <CallProof callId={call.id} />
        </Suspense>
      )}
      <Suspense>
        <CallEvents callId={call.id} />
      </Suspense>
    </Stack>
  )
}

/** Multi-line text. */
function MultilineText({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}

function ActiveCall({ call }: { call: FullCall }) {
  const t = useMessages('calls')
  const word = useWords()
  const canEnd = useCan('calls:write')
  const confirm = useConfirm()
  const [end, isRunning] = useAction(EndCallDocument)
  const ask = async () => {
    if (await confirm({ title: t('endTitle'), body: t('endBody'), action: t('end'), danger: true })) await end({ id: call.id }, { success: t('ending') })
  }
  return (
    <Alert color="active" role="status" title={word('call', call.status)}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t(call.endRequestedAt ? 'isEnding' : 'isActive')}</Text>
        {canEnd && !call.endRequestedAt && (
          <Button size="xs" color="bad" leftSection={<PhoneOff size={14} aria-hidden />} loading={isRunning} onClick={() => void ask()}>
            {t('end')}
          </Button>
        )}
      </Group>
      {call.startedAt && (
        <Suspense>
          <ListenToCall callId={call.id} provider={call.provider} blocker={call.monitorBlocker} />
        </Suspense>
      )}
    </Alert>
  )
}

function Live({ call }: { call: FullCall }) {
  const t = useMessages('calls')
  const spoken = useTranscript(call.id)
  const lines = spoken?.lines ?? call.transcript
  return (
    <CallSection title={t('transcript')}>
      {lines.length > 0 ? (
        <Transcript lines={lines} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('noTranscriptYet')}
        </Text>
      )}
    </CallSection>
  )
}
