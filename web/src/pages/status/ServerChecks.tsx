import { Badge, Text } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { Section } from '../../parts/page/Section.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import type { ServerStatusQuery } from './ServerStatus.gql.ts'

type Status = ServerStatusQuery['serverStatus']
type Check = Status['checks'][number]

const TONES = { ok: 'good', warning: 'warn', failure: 'bad', unknown: 'idle' }

/** What is late or missing, and what to do about it. */
export function ServerChecks({ checks, lastBackupAt }: Pick<Status, 'checks' | 'lastBackupAt'>) {
  const t = useMessages('status')
  const format = useFormat()
  const facts = ({ name, count, seconds }: Check) => {
    if (name === 'backup') return lastBackupAt ? format.moment(lastBackupAt) : t('backup.none')
    if (seconds !== null) return seconds === 0 ? t('late.none') : t('late', { time: format.duration(seconds) })
    return count === null ? '' : t(`count.${name as Counted}`, { count })
  }
  const columns: Column<Check>[] = [
    { key: 'name', header: t('check'), width: 'minmax(170px, 1fr)', cell: ({ name }) => t(`check.${name}`) },
    {
      key: 'state',
      header: t('state'),
      cell: ({ state }) => (
        <Badge variant="light" color={TONES[state]}>
          {t(`state.${state}`)}
        </Badge>
      ),
    },
    { key: 'facts', header: t('details'), width: 'minmax(180px, 1.4fr)', cell: facts, isMinor: true },
  ]
  const problems = checks.filter(({ state }) => state === 'warning' || state === 'failure')
  return (
    <Section title={t('checks')} about={problems.length === 0 ? t('allOk') : undefined}>
      {problems.map(({ name }) => (
        <Text key={name} size="sm">
          {t(`advice.${name}`)}
        </Text>
      ))}
      <DataTable label={t('checks')} columns={columns} rows={checks} rowKey={({ name }) => name} secondLine={facts} empty={null} />
    </Section>
  )
}

type Counted = 'processes' | 'versions' | 'failed_jobs' | 'migrations'
