import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { z } from 'zod'
import { ExternalOwnerId } from '../../../../src/inputs/carriers.ts'
import { type MessageKey, useMessages, useWords } from '../../messages.ts'
import { SideDrawer } from '../../parts/page/SideDrawer.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import {
  type Carrier,
  ConnectCarrierDocument,
  type CarrierConnectionFieldsFragment,
  CarrierCredentialFieldsDocument,
  type CarrierCredentialFieldsQuery,
} from './Carriers.gql.ts'
import { CredentialInputs, type Field } from './CarrierCredentialInputs.tsx'

type Form = CarrierCredentialFieldsQuery['carrierCredentialFields'][number]

/** Where to find a carrier's credentials. A record, so that a carrier without a text does not compile. */
const CREDENTIAL_LOCATIONS: Record<Carrier, MessageKey<'numbers'>> = {
  twilio: 'whereTwilio',
  telnyx: 'whereTelnyx',
  vonage: 'whereVonage',
  plivo: 'wherePlivo',
  signalwire: 'whereSignalwire',
  bandwidth: 'whereBandwidth',
  sinch: 'whereSinch',
  sip: 'whereElsewhere',
  simulator: 'whereElsewhere',
}

interface CarrierConnectProps {
  /** The account whose credentials are replaced. Absent when connecting another one. */
  account: CarrierConnectionFieldsFragment | undefined
  onClose: () => void
}

/** Connects a carrier account or replaces its credentials, with the fields that the carrier requires. */
export function CarrierConnect({ account, onClose }: CarrierConnectProps) {
  const t = useMessages('numbers')
  const word = useWords()
  const result = useQuery({ query: CarrierCredentialFieldsDocument })
  return (
    <SideDrawer onClose={onClose} size="lg" title={account ? t('replaceOf', { carrier: word('carrier', account.carrier) }) : t('connect')}>
      <QueryResult result={result}>{({ carrierCredentialFields: forms }) => <CarrierSelect forms={forms} account={account} onClose={onClose} />}</QueryResult>
    </SideDrawer>
  )
}

interface CarrierSelectProps {
  forms: readonly Form[]
  account: CarrierConnectionFieldsFragment | undefined
  onClose: () => void
}

function CarrierSelect({ forms, account, onClose }: CarrierSelectProps) {
  const t = useMessages('numbers')
  const word = useWords()
  const [chosen, choose] = useState<string | null>(null)
  const form = forms.find(({ carrier }) => carrier === (account?.carrier ?? chosen))
  return (
    <Stack>
      {!account && (
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
      {form && <Credentials key={form.carrier} form={form} account={account} onClose={onClose} />}
    </Stack>
  )
}

function Credentials({ form: { carrier, fields }, account, onClose }: Omit<CarrierSelectProps, 'forms'> & { form: Form }) {
  const t = useMessages('numbers')
  const word = useWords()
  const [connect, isRunning] = useAction(ConnectCarrierDocument)
  const empty = { externalOwnerId: account?.externalOwnerId ?? '', credentials: Object.fromEntries(fields.map(({ name }) => [name, ''])) }
  const form = useAppForm<{ externalOwnerId: string; credentials: Record<string, string> }>(empty, buildSchema(fields, t('wrongShape')))
  const send = form.onSubmit(async ({ externalOwnerId, credentials }) => {
    const filled = Object.entries(credentials).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()] as const]))
    const input = { carrier, externalOwnerId: externalOwnerId.trim() || null, credentials: Object.fromEntries(filled) }
    if (await connect({ input }, { success: t('connected', { carrier: word('carrier', carrier) }), handleError: form.showErrors })) onClose()
  })
  return (
    <FormLayout
      onSubmit={send}
      problem={{ title: t('notConnected'), text: form.problem }}
      onCancel={onClose}
      action={account ? t('replace') : t('connectThis', { carrier: word('carrier', carrier) })}
      isRunning={isRunning}
    >
      <Text size="sm" c="dimmed">
        {t(CREDENTIAL_LOCATIONS[carrier])} {account && t('replaceAbout')}
      </Text>
      <CredentialInputs carrier={carrier} fields={fields} inputProps={(name) => form.getInputProps(`credentials.${name}`)} />
      {!account && <TextInput label={t('owner')} description={t('ownerAbout')} {...form.getInputProps('externalOwnerId')} />}
      <Text size="sm" c="dimmed">
        {t('triedFirst')}
      </Text>
    </FormLayout>
  )
}

/** Builds the form's validation from the server's field definitions. Case isn't checked. */
const buildSchema = (fields: readonly Field[], wrongShape: string) =>
  z.object({
    externalOwnerId: ExternalOwnerId,
    credentials: z.object(Object.fromEntries(fields.map((field) => [field.name, buildFieldSchema(field, wrongShape)]))),
  })

function buildFieldSchema({ required, pattern }: Field, wrongShape: string) {
  const text = z.string().trim()
  const shape = pattern === null ? null : new RegExp(pattern, 'i')
  return (required ? text.min(1) : text).refine((value) => value === '' || !shape || shape.test(value), { error: wrongShape })
}
