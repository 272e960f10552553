import { Badge } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { Section } from '../../parts/page/Section.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import type { ServerStatusQuery } from './ServerStatus.gql.ts'

type Process = ServerStatusQuery['serverStatus']['processes'][number]

/** The processes of the server, on which machine and in which version they run. */
export function ServerProcesses({ processes }: { processes: Process[] }) {
  const t = useMessages('status')
  const format = useFormat()
  const roleOf = ({ role }: Process) => (role ? t(`role.${role}`) : t('role.newer'))
  const columns: Column<Process>[] = [
    { key: 'host', header: t('host'), width: 'minmax(110px, 1.4fr)', cell: ({ host }) => host },
    { key: 'role', header: t('role'), width: 'minmax(140px, 1fr)', cell: roleOf, isMinor: true },
    { key: 'version', header: t('version'), cell: ({ version }) => version },
    { key: 'startedAt', header: t('startedAt'), cell: ({ startedAt }) => format.moment(startedAt), isExtra: true },
    {
      key: 'lastSeenAt',
      header: t('lastSeenAt'),
      cell: ({ isSilent, lastSeenAt }) => (
        <Badge variant="light" color={isSilent ? 'warn' : 'good'}>
          {format.ago(lastSeenAt)}
        </Badge>
      ),
    },
  ]
  return (
    <Section title={t('processes')} about={t('processesAbout')}>
      <DataTable label={t('processes')} columns={columns} rows={processes} rowKey={({ id }) => id} secondLine={roleOf} empty={null} />
    </Section>
  )
}
