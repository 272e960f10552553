import { Group, Text } from '@mantine/core'
import { Blocks } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { CopyableText } from '../../parts/text/Copy.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { usePages } from '../../parts/tables/usePages.ts'
import { useCan, useServerInfo } from '../../parts/viewer.tsx'
import { type ConnectedApp, ConnectedAppLimits } from './ConnectedAppLimits.tsx'
import { ConnectedAppsDocument, RevokeConnectedAppDocument } from './ConnectedApps.gql.ts'
import { CredentialMenu } from './CredentialMenu.tsx'
import { CredentialState, isActive, LastUsed, Owner, Scopes } from './Credentials.tsx'
import { CredentialTab } from './CredentialTab.tsx'

/** Connected apps that the user can see. */
export function ConnectedApps() {
  const t = useMessages('keys')
  const common = useMessages('common')
  const { publicUrl } = useServerInfo()
  const [edited, setEdited] = useState<ConnectedApp | null>(null)
  const pages = usePages(ConnectedAppsDocument, {}, (data) => data.connectedApps)
  const columns: Column<ConnectedApp>[] = [
    { key: 'name', header: common('name'), width: 'minmax(130px, 2fr)', cell: (app) => <AppName app={app} /> },
    { key: 'person', header: t('person'), width: 'minmax(80px, 1fr)', cell: (app) => <Owner {...app} />, isExtra: true },
    { key: 'state', header: t('status'), cell: (app) => <CredentialState kind="keyStatus" credential={app} /> },
    {
      key: 'scopes',
      header: t('scopes'),
      cell: ({ scopes, declinedScopes }) => <Scopes scopes={scopes} declined={declinedScopes} />,
      isMinor: true,
    },
    { key: 'used', header: t('lastUsed'), cell: (app) => <LastUsed {...app} />, isMinor: true },
    { key: 'calls', header: t('calls'), cell: (app) => <CallUsage app={app} />, isNumber: true, isMinor: true },
    { key: 'spent', header: t('spent'), cell: (app) => <SpendUsage app={app} />, isNumber: true, isMinor: true },
    { key: 'actions', header: common('actions'), cell: (app) => <Actions app={app} onChange={() => setEdited(app)} /> },
  ]
  return (
    <CredentialTab about={t('appsAbout')}>
      <Text component="div" size="sm">
        {t('mcpAddress')} <CopyableText value={`${publicUrl}/mcp`} name={t('mcpUrl')} />
      </Text>
      <DataTable
        label={t('apps')}
        columns={columns}
        rows={pages.rows}
        rowKey={({ id }) => id}
        pages={pages}
        empty={
          <EmptyState icon={Blocks} title={t('appsEmpty')}>
            {t('appsEmptyAbout')}
          </EmptyState>
        }
      />
      {edited && <ConnectedAppLimits app={edited} onClose={() => setEdited(null)} />}
    </CredentialTab>
  )
}

/** The app's name with its redirect host, which tells apps with the same name apart. */
function AppName({ app: { name, redirectHost } }: { app: ConnectedApp }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" truncate title={name}>
        <bdi>{name}</bdi>
      </Text>
      <Text size="xs" c="dimmed" truncate title={redirectHost}>
        <bdi>{redirectHost}</bdi>
      </Text>
    </Group>
  )
}

function CallUsage({ app: { callsUsed, callLimit } }: { app: ConnectedApp }) {
  const t = useMessages('keys')
  const format = useFormat()
  const used = format.number(callsUsed)
  return callLimit == null ? used : t('ofCap', { used, cap: format.number(callLimit) })
}

function SpendUsage({ app: { spent, spendLimit } }: { app: ConnectedApp }) {
  const t = useMessages('keys')
  const format = useFormat()
  const used = format.cents(spent)
  return spendLimit == null ? used : t('ofCap', { used, cap: format.cents(spendLimit) })
}

function Actions({ app, onChange }: { app: ConnectedApp; onChange: () => void }) {
  const t = useMessages('keys')
  const confirm = useConfirm()
  const [revoke] = useAction(RevokeConnectedAppDocument)
  const canChange = useCan('keys:write')
  const { id, name, isMine } = app
  const askRevoke = async () => {
    if (await confirm({ title: t('appRevokeTitle', { name }), body: t('appRevokeBody'), action: t('appRevokeAction'), danger: true }))
      await revoke({ id }, { success: t('appRevokedNow') })
  }
  if (!isActive(app) || !(isMine || canChange)) return null
  return (
    <CredentialMenu
      name={name}
      actions={[
        { name: t('limits'), run: onChange },
        { name: t('revoke'), run: () => void askRevoke(), danger: true },
      ]}
    />
  )
}
