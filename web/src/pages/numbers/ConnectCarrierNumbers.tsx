import { Badge, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { Cable } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { VOICE_ENGINES } from '../../../../src/inputs/numbers.ts'
import { useMessages, useWords } from '../../messages.ts'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { EmptyState, ErrorAlert, SkeletonLines, QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { VoiceProviderSelect } from '../../parts/forms/VoiceProviderSelect.tsx'
import {
  type ConnectableCarriersQuery,
  ConnectableCarriersDocument,
  ConnectNumberDocument,
  type CarrierNumbersQuery,
  type VoiceEngine,
} from './ConnectNumber.gql.ts'
import { useCarrierNumbers } from './useCarrierNumbers.ts'
import { PhoneNumber } from '../../parts/text/PhoneNumber.tsx'

type Connection = ConnectableCarriersQuery['carrierConnections']['nodes'][number]
type CarrierNumber = CarrierNumbersQuery['carrierNumbers']['numbers'][number]

/** Connects numbers of a connected carrier account. */
export function ConnectCarrierNumbers() {
  const t = useMessages('numbers')
  const result = useQuery({ query: ConnectableCarriersDocument })
  return (
    <QueryResult result={result}>
      {({ carrierConnections: { nodes } }) =>
        nodes.length > 0 ? (
          <AccountSelect connections={nodes} />
        ) : (
          <EmptyState
            icon={Cable}
            title={t('noCarrier')}
            action={
              <ButtonLink to="/carriers" search={{ connection: 'new' }}>
                {t('connect')}
              </ButtonLink>
            }
          >
            {t('noCarrierAbout')}
          </EmptyState>
        )
      }
    </QueryResult>
  )
}

function AccountSelect({ connections }: { connections: readonly Connection[] }) {
  const t = useMessages('numbers')
  const word = useWords()
  const [connectionId, choose] = useState(connections[0]!.id)
  const [engine, setEngine] = useState<VoiceEngine>(VOICE_ENGINES[0])
  const connection = connections.find(({ id }) => id === connectionId)!
  return (
    <Stack>
      <Select
        label={t('account')}
        allowDeselect={false}
        value={connectionId}
        onChange={(id) => id && choose(id)}
        data={connections.map(({ id, carrier, accountId, externalOwnerId }) => ({
          value: id,
          label: [word('carrier', carrier), externalOwnerId, accountId].filter(Boolean).join(' · '),
        }))}
      />
      <VoiceProviderSelect value={engine} onChange={(value) => value && setEngine(value as VoiceEngine)} />
      <CarrierNumber key={connectionId} connection={connection} engine={engine} />
    </Stack>
  )
}

function CarrierNumber({ connection, engine }: { connection: Connection; engine: VoiceEngine }) {
  const t = useMessages('numbers')
  const common = useMessages('common')
  const [query, setQuery] = useState('')
  const carrierNumbers = useCarrierNumbers(connection.id)
  const digits = query.replace(/[^\d]/g, '')
  const matches = carrierNumbers.numbers.filter(({ phoneNumber }) => phoneNumber.includes(digits))
  if (carrierNumbers.isLoading && carrierNumbers.numbers.length === 0) return <SkeletonLines />
  return (
    <Stack gap="xs">
      <TextInput label={t('find')} type="tel" placeholder="+1415" value={query} onChange={({ target }) => setQuery(target.value)} />
      {matches.map((number) => (
        <CarrierNumberRow key={number.phoneNumber} number={number} connection={connection} engine={engine} />
      ))}
      {carrierNumbers.error && <ErrorAlert error={carrierNumbers.error} onRetry={carrierNumbers.more} />}
      {!carrierNumbers.error && matches.length === 0 && !carrierNumbers.hasMore && (
        <Text size="sm" c="dimmed" role="status">
          {t(digits ? 'noneFound' : 'noneAtCarrier')}
        </Text>
      )}
      {carrierNumbers.hasMore && !carrierNumbers.error && (
        <Button variant="default" onClick={carrierNumbers.more} loading={carrierNumbers.isLoading}>
          {common('more')}
        </Button>
      )}
    </Stack>
  )
}

interface CarrierNumberRowProps {
  number: CarrierNumber
  connection: Connection
  engine: VoiceEngine
}

function CarrierNumberRow({ number: { phoneNumber, voice, sms, numberId }, connection, engine }: CarrierNumberRowProps) {
  const t = useMessages('numbers')
  const [link, isRunning] = useAction(ConnectNumberDocument)
  const [linkedId, setLinked] = useState(numberId)
  const send = async () => {
    const { carrier, externalOwnerId } = connection
    const input = { phoneNumber, carrier, externalOwnerId, voiceEngine: engine }
    const done = await link({ input }, { success: t('connectedNumber', { number: phoneNumber }) })
    if (done) setLinked(done.linkNumber.id)
  }
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Group gap="xs">
        <Text size="sm">
          <PhoneNumber number={phoneNumber} />
        </Text>
        {voice && <Capability name={t('voice')} />}
        {sms && <Capability name={t('sms')} />}
      </Group>
      {linkedId ? (
        <TextLink to="/numbers/$id" params={{ id: linkedId }}>
          {t('connectedAlready')}
        </TextLink>
      ) : (
        <Button size="compact-sm" variant="light" onClick={() => void send()} loading={isRunning} aria-label={t('connectThisNumber', { number: phoneNumber })}>
          {t('connectAction')}
        </Button>
      )}
    </Group>
  )
}

function Capability({ name }: { name: string }) {
  return <Badge variant="default">{name}</Badge>
}
