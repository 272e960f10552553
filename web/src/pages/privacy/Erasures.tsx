import { Group, Loader, Switch, Text, TextInput } from '@mantine/core'
import { Eraser } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { FormRow } from '../../parts/forms/FormRow.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { useAction } from '../../parts/useAction.ts'
import { usePages } from '../../parts/tables/usePages.ts'
import { ErasePersonalDataDocument, ErasureDocument, ErasuresDocument, type ErasuresQuery } from './Privacy.gql.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'

type Erasure = ErasuresQuery['erasures']['nodes'][number]

/** Erasures with their progress, and a form for another. */
export function Erasures() {
  const t = useMessages('privacy')
  const format = useFormat()
  const pages = usePages(ErasuresDocument, {}, (data) => data.erasures, 50)
  const columns: Column<Erasure>[] = [
    { key: 'number', header: t('number'), width: 'minmax(110px, 1fr)', cell: ({ hint }) => t('endsWith', { hint }) },
    { key: 'state', header: t('status'), cell: (erasure) => <State erasure={erasure} /> },
    { key: 'counts', header: t('erased'), width: 'minmax(130px, 3fr)', cell: ({ counts }) => <Counts counts={counts as Record<string, number>} /> },
    { key: 'created', header: t('requested'), cell: ({ createdAt }) => format.moment(createdAt), isMinor: true },
    { key: 'finished', header: t('finished'), cell: ({ finishedAt }) => format.moment(finishedAt), isExtra: true },
  ]
  return (
    <Section title={t('erase')} about={t('eraseAbout')}>
      <NewErasure />
      <DataTable
        label={t('erasures')}
        columns={columns}
        rows={pages.rows}
        rowKey={({ id }) => id}
        pages={pages}
        empty={
          <EmptyState icon={Eraser} title={t('noErasures')}>
            {t('noErasuresAbout')}
          </EmptyState>
        }
      />
    </Section>
  )
}

const POLL_INTERVAL_MS = 2_000

function State({ erasure: { id, status } }: { erasure: Erasure }) {
  const isOver = status === 'done'
  const [, again] = useQuery({ query: ErasureDocument, variables: { id }, pause: true })
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isOver, again])
  return (
    <Group gap={6} wrap="nowrap">
      <Status kind="erasure" value={status} />
      {!isOver && <Loader size={12} aria-hidden />}
    </Group>
  )
}

function Counts({ counts }: { counts: Record<string, number> }) {
  const t = useMessages('privacy')
  const word = useWords()
  const format = useFormat()
  const nonZeroCounts = Object.entries(counts).filter(([, count]) => count > 0)
  return <Text size="sm">{nonZeroCounts.map(([kind, count]) => `${word('erased', kind)}: ${format.number(count)}`).join(' · ') || t('nothing')}</Text>
}

function NewErasure() {
  const t = useMessages('privacy')
  const [input, setInput] = useState('')
  const [isAsking, setAsking] = useState(false)
  const number = input.trim()
  return (
    <>
      <FormRow
        onSubmit={(event) => {
          event.preventDefault()
          setAsking(number !== '')
        }}
        action={t('eraseBegin')}
        isDanger
        isDisabled={number === ''}
      >
        <TextInput
          label={t('numberToErase')}
          placeholder="+14155550123"
          type="tel"
          autoComplete="off"
          value={input}
          onChange={({ target }) => setInput(target.value)}
        />
      </FormRow>
      <Dialog opened={isAsking} onClose={() => setAsking(false)} title={t('eraseTitle', { number })}>
        <EraseConfirmation
          number={number}
          onClose={(isDone) => {
            setAsking(false)
            if (isDone) setInput('')
          }}
        />
      </Dialog>
    </>
  )
}

/** Confirms an erasure by asking for the number again. */
function EraseConfirmation({ number, onClose }: { number: string; onClose: (isDone: boolean) => void }) {
  const t = useMessages('privacy')
  const [repeatedNumber, setRepeatedNumber] = useState('')
  const [retainDncEntry, keep] = useState(true)
  const [erase, isRunning] = useAction(ErasePersonalDataDocument)
  const isSame = repeatedNumber.trim() === number
  const go = async () => {
    if (await erase({ phoneNumber: number, retainDncEntry }, { success: t('eraseStarted') })) onClose(true)
  }
  return (
    <FormLayout
      onSubmit={(event) => {
        event.preventDefault()
        if (isSame) void go()
      }}
      action={t('eraseAction')}
      isDanger
      isDisabled={!isSame}
      isRunning={isRunning}
      onCancel={() => onClose(false)}
    >
      <Text size="sm">{t('eraseBody')}</Text>
      <Switch checked={retainDncEntry} onChange={({ target }) => keep(target.checked)} label={t('keepDnc')} description={t('keepDncAbout')} />
      <TextInput
        label={t('typeAgain', { number })}
        type="tel"
        autoComplete="off"
        data-autofocus
        value={repeatedNumber}
        onChange={({ target }) => setRepeatedNumber(target.value)}
      />
    </FormLayout>
  )
}
