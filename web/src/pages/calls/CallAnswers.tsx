import { Alert, Badge, Code, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { questionName } from '../leads/leadText.ts'
import { Copy } from '../../parts/text/Copy.tsx'
import type { FullCall } from './fullCall.ts'
import { CallSection } from './CallSection.tsx'
import { CallConversationDocument } from './Call.gql.ts'
import { toneOf } from '../../theme/statusTones.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Results of a call: answers, invalid answers, conversation analysis, and custom data. */
export function CallAnswers({ call, isOver }: { call: FullCall; isOver: boolean }) {
  const t = useMessages('calls')
  const answers = isObject(call.structuredData) ? Object.entries(call.structuredData) : []
  const metadata = isObject(call.metadata) ? Object.entries(call.metadata) : []
  return (
    <>
      {(answers.length > 0 || call.validationErrors.length > 0) && (
        <CallSection title={t('answers')} actions={<Copy value={JSON.stringify(call.structuredData, null, 2)} name={t('answers')} />}>
          <Stack gap="sm">
            {answers.length > 0 && <Values entries={answers.map(([name, value]) => [questionName(name), value])} />}
            {call.validationErrors.length > 0 && <InvalidAnswers answers={call.validationErrors} />}
          </Stack>
        </CallSection>
      )}
      {isOver && <Conversation call={call} />}
      {metadata.length > 0 && (
        <CallSection title={t('metadata')} actions={<Copy value={JSON.stringify(call.metadata, null, 2)} name={t('metadata')} />}>
          <Values entries={metadata} />
        </CallSection>
      )}
    </>
  )
}

function Values({ entries }: { entries: [string, unknown][] }) {
  return (
    <Table withTableBorder layout="fixed">
      <Table.Tbody>
        {entries.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w="40%" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Value value={value} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Value({ value }: { value: unknown }) {
  const common = useMessages('common')
  const format = useFormat()
  if (value === null || value === undefined) return <>–</>
  if (typeof value === 'boolean') return <>{common(value ? 'yes' : 'no')}</>
  if (typeof value === 'number') return <>{format.number(value)}</>
  if (typeof value === 'string') return <>{value}</>
  return (
    <Code block style={{ whiteSpace: 'pre-wrap' }}>
      {JSON.stringify(value, null, 2)}
    </Code>
  )
}

function InvalidAnswers({ answers }: { answers: FullCall['validationErrors'] }) {
  const t = useMessages('calls')
  return (
    <Alert color="warn" title={t('invalidAnswers')}>
      <Stack gap="xs">
        <Text size="sm">{t('invalidAnswersAbout')}</Text>
        {answers.map(({ field, value, error }, index) => (
          <div key={index}>
            <Text size="sm" fw={600}>
              {field ? questionName(field) : t('allAnswers')}
            </Text>
            <Value value={value} />
            <Text size="sm">{error}</Text>
          </div>
        ))}
      </Stack>
    </Alert>
  )
}

/** Conversation analysis from the transcript and the voice provider. */
function Conversation({ call }: { call: FullCall }) {
  const t = useMessages('callAnalysis')
  const word = useWords()
  const format = useFormat()
  const [{ data }] = useQuery({ query: CallConversationDocument, variables: { id: call.id }, pause: call.cost == null })
  const details = data?.callAnalysis
  const { sentiment, conversation, analysis } = details ?? {}
  const success = call.successEvaluation
  if (!sentiment && !success && conversation?.agentShare == null && !isObject(analysis)) return null
  return (
    <CallSection title={t('howItWent')}>
      <Stack gap="sm">
        <Group gap="sm">
          {success && (
            <Badge variant="light" color={success === 'true' ? 'good' : 'gray'}>
              {t(success === 'true' ? 'successful' : success === 'false' ? 'unsuccessful' : 'success', { value: success })}
            </Badge>
          )}
          {sentiment && (
            <Badge variant="light" color={toneOf(sentiment)}>
              {t('sentiment', { value: word('sentiment', sentiment) })}
            </Badge>
          )}
          {conversation?.agentShare != null && <Text size="sm">{t('agentShare', { share: format.percent(conversation.agentShare) })}</Text>}
          {conversation?.responseSeconds != null && <Text size="sm">{t('responds', { seconds: format.number(conversation.responseSeconds) })}</Text>}
          {conversation?.longestSilenceSeconds != null && <Text size="sm">{t('silence', { seconds: format.number(conversation.longestSilenceSeconds) })}</Text>}
        </Group>
        {isObject(analysis) && (
          <details>
            <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
              {t('providerAnalysis')}
            </Text>
            <Code block mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {JSON.stringify(analysis, null, 2)}
            </Code>
          </details>
        )}
      </Stack>
    </CallSection>
  )
}
