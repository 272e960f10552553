import { Anchor, Text } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { CopyableText } from '../../parts/text/Copy.tsx'
import { CopyableNumber } from '../../parts/text/ContactLink.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import type { FullCall } from './fullCall.ts'
import classes from './CallFacts.module.css'

/** Times, numbers, and IDs of the call. */
export function CallFacts({ call }: { call: FullCall }) {
  const t = useMessages('calls')
  const word = useWords()
  const format = useFormat()
  const { agent, campaign, lead, routing, recordingAdvisory: advisory } = call
  return (
    <dl className={classes.facts}>
      <Fact name={t('outcome')}>{call.outcome && word('outcome', call.outcome)}</Fact>
      <Fact name={t('endedReason')}>
        {call.endedReason && word('endedReason', call.endedReason)}
        {call.providerEndedReason && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('providerEndedReason', { provider: word('engine', call.provider), reason: call.providerEndedReason })}
          </Text>
        )}
      </Fact>
      <Fact name={t('duration')}>{call.durationSeconds != null && format.duration(call.durationSeconds)}</Fact>
      <Fact name={t('placed')}>
        <time dateTime={call.createdAt} title={format.exact(call.createdAt)}>
          {format.moment(call.createdAt)}
        </time>
      </Fact>
      <Fact name={t('agent')}>
        {agent && (
          <TextLink to="/agents/$id" params={{ id: agent.id }}>
            {agent.name}
          </TextLink>
        )}
      </Fact>
      <Fact name={t('campaign')}>
        {campaign && (
          <TextLink to="/campaigns/$id" params={{ id: campaign.id }}>
            {campaign.name}
          </TextLink>
        )}
      </Fact>
      <Fact name={t('lead')}>
        {lead && campaign && (
          <TextLink to="/campaigns/$id" params={{ id: campaign.id }} search={{ tab: 'leads', lead: lead.id }}>
            {lead.name || lead.phoneNumber}
          </TextLink>
        )}
      </Fact>
      <Fact name={t('language')}>{call.detectedLanguage && format.language(call.detectedLanguage)}</Fact>
      <Fact name={t('fromNumber')}>
        {call.fromNumber ? <CopyableNumber number={call.fromNumber} isContact={call.direction === 'inbound'} /> : t('withheld')}
      </Fact>
      <Fact name={t('toNumber')}>
        <CopyableNumber number={call.toNumber} isContact={call.direction !== 'inbound'} />
      </Fact>
      <Fact name={t('recordingDecision')}>
        {word('recordingReason', advisory.reason)}
        {advisory.rulesVersion && (
          <Text size="xs" c="dimmed">
            {t('rulesVersion', { version: advisory.rulesVersion })}
          </Text>
        )}
      </Fact>
      <Fact name={t('disclosureSaid')}>
        {word('disclosureSaid', call.disclosureSaid)}
        <Suspense>{call.unsaid.length > 0 && <Unsaid call={call} />}</Suspense>
      </Fact>
      <Fact name={t('callId')}>
        <CopyableText value={call.id} name={t('callId')} />
      </Fact>
      <Fact name={t('providerCallId', { provider: word('engine', call.provider) })}>
        {call.providerCallId && <CopyableText value={call.providerCallId} name={t('providerCallId', { provider: word('engine', call.provider) })} />}
      </Fact>
      {call.traceId && (
        <Fact name={t('traceId')}>
          <CopyableText value={call.traceId} name={t('traceId')} />
          {call.traceUrl && (
            <Anchor href={call.traceUrl} target="_blank" rel="noreferrer noopener" size="sm">
              {t('openTrace')}
            </Anchor>
          )}
        </Fact>
      )}
      {routing && (
        <Fact name={t('answeredBy')}>
          {word('routedBy', routing.by)}
          {routing.latencyMs != null && (
            <Text size="xs" c="dimmed">
              {t('answeredIn', { ms: format.number(routing.latencyMs) })}
            </Text>
          )}
          {routing.problem && (
            <Text size="xs" c="dimmed">
              {routing.problem}
            </Text>
          )}
        </Fact>
      )}
      {routing?.requestId && (
        <Fact name={t('requestId')}>
          <CopyableText value={routing.requestId} name={t('requestId')} />
        </Fact>
      )}
    </dl>
  )
}

/** What the agent left out of what contacts must be told. */
function Unsaid({ call }: { call: FullCall }) {
  const t = useMessages('disclosure')
  return call.unsaid.map((statement) => (
    <Text key={statement} size="xs" c="dimmed">
      {t(`unsaid_${statement}`)}
    </Text>
  ))
}

/** Renders nothing if the value is empty. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm">
        {children}
      </Text>
    </div>
  )
}
