import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { PhoneOff, Plus } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { CopyableNumber } from '../../parts/text/ContactLink.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState, QueryResult } from '../../parts/page/States.tsx'
import { FormRow } from '../../parts/forms/FormRow.tsx'
import { PhoneText } from '../../parts/text/PhoneNumber.tsx'
import { useAction } from '../../parts/useAction.ts'
import { usePages } from '../../parts/tables/usePages.ts'
import { useDncReason } from '../../parts/text/useDncReason.ts'
import { useCan } from '../../parts/viewer.tsx'
import { DncCheckDocument, DncEntriesDocument, type DncEntriesQuery, RemoveDncEntryDocument } from './Dnc.gql.ts'
import { DncAdd } from './DncAdd.tsx'
import { OptOuts } from './OptOuts.tsx'
import { Registers } from './Registers.tsx'

type Entry = DncEntriesQuery['dncEntries']['nodes'][number]

/** Do-not-call list page: the blocked numbers, and a check of one number. */
export function Dnc() {
  const t = useMessages('dnc')
  const [isAdding, setAdding] = useState(false)
  const add = useCan('compliance:write') && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('addTitle')}
    </Button>
  )
  return (
    <Page title={t('title')} about={t('about')} actions={add}>
      <Check />
      <Entries />
      <OptOuts />
      <Registers />
      {isAdding && <DncAdd onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Entries() {
  const t = useMessages('dnc')
  const common = useMessages('common')
  const word = useWords()
  const format = useFormat()
  const reasonOf = useDncReason()
  const canChange = useCan('compliance:write')
  const pages = usePages(DncEntriesDocument, {}, (data) => data.dncEntries)
  const columns: Column<Entry>[] = [
    { key: 'number', header: t('number'), cell: ({ phoneNumber }) => <CopyableNumber isContact number={phoneNumber} /> },
    {
      key: 'name',
      header: common('name'),
      width: 'minmax(96px, 1fr)',
      cell: ({ contactName }) => (contactName ? <bdi>{contactName}</bdi> : '–'),
      isMinor: true,
    },
    {
      key: 'reason',
      header: t('reason'),
      width: 'minmax(120px, 2fr)',
      cell: (entry) => {
        const reason = reasonOf(entry)
        return reason ? (
          <bdi title={reason}>
            <PhoneText text={reason} />
          </bdi>
        ) : (
          '–'
        )
      },
      isExtra: true,
    },
    { key: 'source', header: t('source'), cell: ({ source }) => word('dncSource', source), isMinor: true },
    { key: 'created', header: common('created'), cell: ({ createdAt }) => format.moment(createdAt), isMinor: true },
    ...(canChange ? [{ key: 'remove', header: common('actions'), cell: ({ phoneNumber }: Entry) => <Remove phoneNumber={phoneNumber} /> }] : []),
  ]
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={pages.rows}
      rowKey={({ id }) => id}
      pages={pages}
      secondLine={(entry) => entry.contactName ?? <PhoneText text={reasonOf(entry) ?? ''} />}
      empty={
        <EmptyState icon={PhoneOff} title={t('empty')}>
          {t('emptyAbout')}
        </EmptyState>
      }
    />
  )
}

function Remove({ phoneNumber }: { phoneNumber: string }) {
  const t = useMessages('dnc')
  const confirm = useConfirm()
  const [remove, isRunning] = useAction(RemoveDncEntryDocument)
  const ask = async () => {
    const isSure = await confirm({ title: t('removeTitle', { number: phoneNumber }), body: t('removeBody'), action: t('removeAction'), danger: true })
    if (isSure) await remove({ phoneNumber }, { success: t('removed', { number: phoneNumber }) })
  }
  return (
    <Button size="compact-xs" variant="default" onClick={() => void ask()} loading={isRunning} aria-label={t('removeNumber', { number: phoneNumber })}>
      {t('remove')}
    </Button>
  )
}

function Check() {
  const t = useMessages('dnc')
  const { number = '' } = useSearch({ from: '/signed-in/dnc' })
  const navigate = useNavigate()
  const [text, setText] = useState(number)
  return (
    <Stack gap="sm">
      <FormRow
        onSubmit={(event) => {
          event.preventDefault()
          void navigate({ to: '/dnc', search: { number: text.trim() || undefined } })
        }}
        action={t('checkAction')}
      >
        <TextInput label={t('check')} placeholder="+14155550123" type="tel" value={text} onChange={({ target }) => setText(target.value)} />
      </FormRow>
      {number && <CheckResult phoneNumber={number} />}
    </Stack>
  )
}

function CheckResult({ phoneNumber }: { phoneNumber: string }) {
  const t = useMessages('dnc')
  const word = useWords()
  const format = useFormat()
  const reasonOf = useDncReason()
  const result = useQuery({ query: DncCheckDocument, variables: { phoneNumber } })
  return (
    <QueryResult result={result}>
      {({ dncCheck, optOuts }) => (
        <Alert
          role="status"
          color={dncCheck.isOnDnc ? 'bad' : 'good'}
          title={<PhoneText text={t(dncCheck.isOnDnc ? 'isOn' : 'isNotOn', { number: dncCheck.phoneNumber })} />}
        >
          {dncCheck.entry && (
            <Text size="sm">{t('listedSince', { source: word('dncSource', dncCheck.entry.source), moment: format.moment(dncCheck.entry.createdAt) })}</Text>
          )}
          {dncCheck.entry?.reason && (
            <Text size="sm" dir="auto">
              <PhoneText text={t('givenReason', { reason: reasonOf(dncCheck.entry) ?? '' })} />
            </Text>
          )}
          {dncCheck.entry?.source === 'voice_opt_out' && optOuts.nodes.length === 0 && <Text size="sm">{t('noSentenceKept')}</Text>}
          {dncCheck.entry?.honorBy && (
            <Text size="sm">
              {t('blockedAt', { moment: format.moment(dncCheck.entry.createdAt) })} {t('honorBy', { date: format.day(dncCheck.entry.honorBy) })}
            </Text>
          )}
        </Alert>
      )}
    </QueryResult>
  )
}
