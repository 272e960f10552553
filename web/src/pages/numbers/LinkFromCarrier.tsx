import { Badge, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { Cable } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { VOICE_ENGINES } from '../../../../src/inputs/numbers.ts'
import { useMessages, useWords } from '../../messages.ts'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { Empty, Failure, Lines, Loaded } from '../../parts/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { EngineChoice } from '../../parts/EngineChoice.tsx'
import { type LinkableConnectionsQuery, LinkableConnectionsDocument, LinkNumberDocument, type NumbersAtCarrierQuery, type VoiceEngine } from './LinkNumber.gql.ts'
import { useCarrierNumbers } from './useCarrierNumbers.ts'

type Connection = LinkableConnectionsQuery['carrierConnections']['nodes'][number]
type Owned = NumbersAtCarrierQuery['carrierNumbers']['numbers'][number]

/** Links numbers chosen from what a connected account has at its carrier. */
export function LinkFromCarrier() {
  const t = useMessages('numbers')
  const result = useQuery({ query: LinkableConnectionsDocument })
  return (
    <Loaded result={result}>
      {({ carrierConnections: { nodes } }) =>
        nodes.length > 0 ? (
          <Choose connections={nodes} />
        ) : (
          <Empty
            icon={Cable}
            title={t('noCarrier')}
            action={
              <ButtonLink to="/carriers" search={{ connection: 'new' }}>
                {t('connect')}
              </ButtonLink>
            }
          >
            {t('noCarrierAbout')}
          </Empty>
        )
      }
    </Loaded>
  )
}

function Choose({ connections }: { connections: readonly Connection[] }) {
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
      <EngineChoice value={engine} onChange={(value) => value && setEngine(value as VoiceEngine)} />
      <Owned key={connectionId} connection={connection} engine={engine} />
    </Stack>
  )
}

function Owned({ connection, engine }: { connection: Connection; engine: VoiceEngine }) {
  const t = useMessages('numbers')
  const common = useMessages('common')
  const [sought, seek] = useState('')
  const owned = useCarrierNumbers(connection.id)
  const digits = sought.replace(/[^\d]/g, '')
  const shown = owned.numbers.filter(({ phoneNumber }) => phoneNumber.includes(digits))
  if (owned.isLoading && owned.numbers.length === 0) return <Lines />
  return (
    <Stack gap="xs">
      <TextInput label={t('find')} type="tel" placeholder="+1415" value={sought} onChange={({ target }) => seek(target.value)} />
      {shown.map((number) => (
        <OwnedNumber key={number.phoneNumber} number={number} connection={connection} engine={engine} />
      ))}
      {owned.error && <Failure error={owned.error} onRetry={owned.more} />}
      {!owned.error && shown.length === 0 && !owned.hasMore && (
        <Text size="sm" c="dimmed" role="status">
          {t(digits ? 'noneFound' : 'noneAtCarrier')}
        </Text>
      )}
      {owned.hasMore && !owned.error && (
        <Button variant="default" onClick={owned.more} loading={owned.isLoading}>
          {common('more')}
        </Button>
      )}
    </Stack>
  )
}

interface OwnedNumberProps {
  number: Owned
  connection: Connection
  engine: VoiceEngine
}

function OwnedNumber({ number: { phoneNumber, voice, sms, numberId }, connection, engine }: OwnedNumberProps) {
  const t = useMessages('numbers')
  const [link, isRunning] = useAction(LinkNumberDocument)
  const [linkedId, setLinked] = useState(numberId)
  const send = async () => {
    const { carrier, externalOwnerId } = connection
    const input = { phoneNumber, carrier, externalOwnerId, voiceEngine: engine }
    const done = await link({ input }, { done: t('linkedNumber', { number: phoneNumber }) })
    if (done) setLinked(done.linkNumber.id)
  }
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Group gap="xs">
        <Text ff="monospace" size="sm">
          {phoneNumber}
        </Text>
        {voice && <Capability name={t('voice')} />}
        {sms && <Capability name={t('sms')} />}
      </Group>
      {linkedId ? (
        <TextLink to="/numbers/$id" params={{ id: linkedId }}>
          {t('linkedAlready')}
        </TextLink>
      ) : (
        <Button size="compact-sm" variant="light" onClick={() => void send()} loading={isRunning} aria-label={t('linkThis', { number: phoneNumber })}>
          {t('linkIt')}
        </Button>
      )}
    </Group>
  )
}

function Capability({ name }: { name: string }) {
  return (
    <Badge variant="default" tt="none" fw={500}>
      {name}
    </Badge>
  )
}
