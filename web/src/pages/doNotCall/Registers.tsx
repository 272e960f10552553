import { ActionIcon, Badge, Button, Group, Tooltip } from '@mantine/core'
import { Plus, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { ErrorAlert } from '../../parts/page/States.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { DeleteDncRegisterDocument, DncRegistersDocument, type RegisterFieldsFragment as Register } from './Registers.gql.ts'

/** Do-not-call registers and suppression lists: how old they are, and what loads or deletes them. */
export function Registers() {
  const t = useMessages('dnc')
  const common = useMessages('common')
  const format = useFormat()
  const canChange = useCan('compliance:write')
  const [{ data, error }, refetch] = useQuery({ query: DncRegistersDocument })
  /** What the form is open for: a register, or a new one. */
  const [open, setOpen] = useState<Register | 'new' | null>(null)
  const reload = () => refetch({ requestPolicy: 'network-only' })
  const columns: Column<Register>[] = [
    { key: 'name', header: common('name'), width: 'minmax(90px, 2fr)', cell: ({ name }) => <bdi title={name}>{name}</bdi> },
    { key: 'country', header: t('country'), cell: ({ country }) => format.country(country), isExtra: true },
    { key: 'status', header: t('result'), cell: (register) => <State register={register} /> },
    { key: 'count', header: t('count'), cell: ({ numbers }) => format.number(numbers), isNumber: true, isMinor: true },
    { key: 'washed', header: t('washed'), cell: ({ washedAt }) => format.day(washedAt?.slice(0, 10)), isMinor: true },
    { key: 'expires', header: t('expires'), cell: ({ expiresAt }) => format.day(expiresAt?.slice(0, 10)), isExtra: true },
    ...(canChange
      ? [
          {
            key: 'actions',
            header: common('actions'),
            cell: (register: Register) => (register.isShared ? '–' : <Actions register={register} onUpload={() => setOpen(register)} />),
          },
        ]
      : []),
  ]
  const add = canChange && (
    <Button size="xs" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={() => setOpen('new')}>
      {t('addRegister')}
    </Button>
  )
  return (
    <Section title={t('registers')} about={t('registersAbout')} actions={add}>
      {error && <ErrorAlert error={error} onRetry={reload} />}
      {data && (
        <DataTable
          label={t('registers')}
          columns={columns}
          rows={data.dncRegisters}
          rowKey={({ id }) => id}
          secondLine={({ numbers, washedAt }) => `${format.number(numbers)} · ${format.day(washedAt?.slice(0, 10))}`}
          empty={t('noRegisters')}
        />
      )}
      {open && <RegisterForm register={open === 'new' ? null : open} onClose={() => setOpen(null)} onLoaded={reload} />}
    </Section>
  )
}

const TONES = { empty: 'gray', loading: 'info', failed: 'bad', ready: 'good' } as const

function State({ register: { status, isExpired, isShared, error } }: { register: Register }) {
  const t = useMessages('dnc')
  return (
    <Group gap={4} wrap="nowrap">
      <Badge variant="light" color={isExpired ? 'warn' : TONES[status]} title={error ?? undefined}>
        {isExpired && status === 'ready' ? t('expired') : t(`registerStatus.${status}`)}
      </Badge>
      {isShared && (
        <Badge variant="outline" color="gray">
          {t('shared')}
        </Badge>
      )}
    </Group>
  )
}

function Actions({ register: { id, name }, onUpload }: { register: Register; onUpload: () => void }) {
  const t = useMessages('dnc')
  const common = useMessages('common')
  const confirm = useConfirm()
  const [remove, isRunning] = useAction(DeleteDncRegisterDocument)
  const ask = async () => {
    const isSure = await confirm({ title: t('deleteRegisterTitle', { name }), body: t('deleteRegisterBody'), action: t('deleteRegister'), danger: true })
    if (isSure) await remove({ id }, { success: t('registerDeleted') })
  }
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={t('upload')}>
        <ActionIcon variant="light" onClick={onUpload} aria-label={t('uploadTo', { name })}>
          <Upload size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={common('delete')}>
        <ActionIcon variant="subtle" color="gray" onClick={() => void ask()} loading={isRunning} aria-label={t('deleteNamed', { name })}>
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
