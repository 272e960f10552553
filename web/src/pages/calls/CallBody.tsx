import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { PhoneOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { Transcript, useTranscript } from '../../parts/Transcript.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { CallAnswers } from './CallAnswers.tsx'
import { CallCosts } from './CallCosts.tsx'
import type { WholeCall } from './wholeCall.ts'
import { CallEvents } from './CallEvents.tsx'
import { CallFacts } from './CallFacts.tsx'
import { CallHeard } from './CallHeard.tsx'
import { CallPart } from './CallPart.tsx'
import { EndCallDocument } from './Calls.gql.ts'

/** What is known of a call, the most wanted first. */
export function CallBody({ call }: { call: WholeCall }) {
  const t = useMessages('calls')
  const isUnderWay = !call.endedAt
  return (
    <Stack gap="lg">
      {isUnderWay && <UnderWay call={call} />}
      <CallFacts call={call} />
      {call.summary && (
        <CallPart title={t('summary')}>
          <Said>{call.summary}</Said>
        </CallPart>
      )}
      {isUnderWay ? <Live call={call} /> : <CallHeard call={call} />}
      <CallAnswers call={call} isOver={!isUnderWay} />
      <CallCosts call={call} />
      <CallEvents callId={call.id} />
    </Stack>
  )
}

/** A text of several lines, as it was written. */
function Said({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  )
}

function UnderWay({ call }: { call: WholeCall }) {
  const t = useMessages('calls')
  const word = useWords()
  const canEnd = useCan('calls:write')
  const confirm = useConfirm()
  const [end, isRunning] = useAction(EndCallDocument)
  const ask = async () => {
    if (await confirm({ title: t('endTitle'), body: t('endBody'), action: t('end'), danger: true })) await end({ id: call.id }, { done: t('ending') })
  }
  return (
    <Alert color="ink" role="status" title={word('call', call.status)}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t(call.endRequestedAt ? 'isEnding' : 'isUnderWay')}</Text>
        {canEnd && !call.endRequestedAt && (
          <Button size="xs" color="red.8" leftSection={<PhoneOff size={14} aria-hidden />} loading={isRunning} onClick={() => void ask()}>
            {t('end')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

function Live({ call }: { call: WholeCall }) {
  const t = useMessages('calls')
  const spoken = useTranscript(call.id)
  const lines = spoken?.lines ?? call.transcript
  return (
    <CallPart title={t('transcript')}>
      {lines.length > 0 ? (
        <Transcript lines={lines} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('nothingSaidYet')}
        </Text>
      )}
    </CallPart>
  )
}
