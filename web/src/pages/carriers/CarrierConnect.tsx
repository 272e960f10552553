import { Alert, Button, Drawer, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { z } from 'zod'
import { ExternalOwnerId } from '../../../../src/inputs/carriers.ts'
import { type Key, useMessages, useWords } from '../../messages.ts'
import { Loaded } from '../../parts/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useAppForm } from '../../parts/useAppForm.ts'
import { messageOf } from '../../api/problems.ts'
import { ConnectCarrierDocument, type ConnectionFactsFragment, CredentialFieldsDocument, type CredentialFieldsQuery } from './Carriers.gql.ts'
import { CredentialInputs, type Field } from './CarrierCredentialInputs.tsx'

type Form = CredentialFieldsQuery['carrierCredentialFields'][number]

/** Where a carrier shows them. */
const PLACES: Record<string, Key<'numbers'>> = {
  twilio: 'whereTwilio',
  telnyx: 'whereTelnyx',
  vonage: 'whereVonage',
  plivo: 'wherePlivo',
  signalwire: 'whereSignalwire',
  bandwidth: 'whereBandwidth',
  sinch: 'whereSinch',
}

interface CarrierConnectProps {
  isOpen: boolean
  /** The account whose credentials are replaced; another one is connected when absent. */
  known: ConnectionFactsFragment | undefined
  onClose: () => void
}

/** Connects an account at a carrier by the credentials that its carrier asks for, or replaces those of one. */
export function CarrierConnect({ isOpen, known, onClose }: CarrierConnectProps) {
  const t = useMessages('numbers')
  const common = useMessages('common')
  const word = useWords()
  const result = useQuery({ query: CredentialFieldsDocument, pause: !isOpen })
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="lg"
      title={known ? t('replaceOf', { carrier: word('carrier', known.carrier) }) : t('connect')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Loaded result={result}>{({ carrierCredentialFields: forms }) => <Choose forms={forms} known={known} onConnected={onClose} />}</Loaded>
    </Drawer>
  )
}

interface ChooseProps {
  forms: readonly Form[]
  known: ConnectionFactsFragment | undefined
  onConnected: () => void
}

function Choose({ forms, known, onConnected }: ChooseProps) {
  const t = useMessages('numbers')
  const word = useWords()
  const [chosen, choose] = useState<string | null>(null)
  const form = forms.find(({ carrier }) => carrier === (known?.carrier ?? chosen))
  return (
    <Stack>
      {!known && (
        <>
          <Text size="sm" c="dimmed">
            {t('connectAbout')}
          </Text>
          <Select
            label={t('carrier')}
            placeholder={t('chooseCarrier')}
            value={chosen}
            onChange={choose}
            data={forms.map(({ carrier }) => ({ value: carrier, label: word('carrier', carrier) }))}
          />
        </>
      )}
      {form && <Credentials key={form.carrier} form={form} known={known} onConnected={onConnected} />}
    </Stack>
  )
}

function Credentials({ form: { carrier, fields }, known, onConnected }: Omit<ChooseProps, 'forms'> & { form: Form }) {
  const t = useMessages('numbers')
  const common = useMessages('common')
  const word = useWords()
  const [connect, isRunning] = useAction(ConnectCarrierDocument)
  const [problem, tell] = useState('')
  const empty = { externalOwnerId: known?.externalOwnerId ?? '', credentials: Object.fromEntries(fields.map(({ name }) => [name, ''])) }
  const form = useAppForm<{ externalOwnerId: string; credentials: Record<string, string> }>(empty, rulesOf(fields, t('wrongShape')))
  const refused = (error: Parameters<typeof form.refused>[0]) => form.refused(error) || (tell(messageOf(error, common('offline'))), true)
  const send = form.onSubmit(async ({ externalOwnerId, credentials }) => {
    tell('')
    const given = Object.entries(credentials).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()] as const]))
    const input = { carrier, externalOwnerId: externalOwnerId.trim() || null, credentials: Object.fromEntries(given) }
    if (await connect({ input }, { done: t('connected', { carrier: word('carrier', carrier) }), refused })) onConnected()
  })
  return (
    <form onSubmit={send} noValidate autoComplete="off">
      <Stack>
        <Text size="sm" c="dimmed">
          {t(PLACES[carrier] ?? 'whereElsewhere')} {known && t('replaceAbout')}
        </Text>
        <CredentialInputs fields={fields} inputProps={(name) => form.getInputProps(`credentials.${name}`)} />
        {!known && <TextInput label={t('owner')} description={t('ownerAbout')} {...form.getInputProps('externalOwnerId')} />}
        {problem && (
          <Alert role="alert" color="red" title={t('notConnected')}>
            {problem}
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {t('triedFirst')}
        </Text>
        <Button type="submit" loading={isRunning} style={{ alignSelf: 'flex-end' }}>
          {known ? t('replace') : t('connectThis', { carrier: word('carrier', carrier) })}
        </Button>
      </Stack>
    </form>
  )
}

/** What the server says of the fields, as rules for the form; capitals are not judged here. */
const rulesOf = (fields: readonly Field[], wrongShape: string) =>
  z.object({
    externalOwnerId: ExternalOwnerId,
    credentials: z.object(Object.fromEntries(fields.map((field) => [field.name, ruleOf(field, wrongShape)]))),
  })

function ruleOf({ required, pattern }: Field, wrongShape: string) {
  const text = z.string().trim()
  const shape = pattern === null ? null : new RegExp(pattern, 'i')
  return (required ? text.min(1) : text).refine((value) => value === '' || !shape || shape.test(value), { error: wrongShape })
}
