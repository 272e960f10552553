import { SquareTerminal } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { usePages } from '../../parts/tables/usePages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { CliTokensDocument, type CliTokensQuery, RevokeCliTokenDocument } from './CliTokens.gql.ts'
import { CredentialMenu } from './CredentialMenu.tsx'
import { CredentialState, Expires, isActive, LastUsed, MaskedSecret, Owner, Scopes } from './Credentials.tsx'

type CliToken = CliTokensQuery['cliTokens']['nodes'][number]

/** CLI tokens that the user can see, by their first and last characters. */
export function CliTokenList() {
  const t = useMessages('keys')
  const common = useMessages('common')
  const pages = usePages(CliTokensDocument, {}, (data) => data.cliTokens)
  const columns: Column<CliToken>[] = [
    { key: 'name', header: common('name'), width: 'minmax(120px, 1.5fr)', cell: ({ name }) => <bdi title={name}>{name}</bdi> },
    { key: 'person', header: t('person'), width: 'minmax(80px, 1fr)', cell: (token) => <Owner {...token} />, isMinor: true },
    {
      key: 'token',
      header: t('token'),
      cell: (token) => <MaskedSecret {...token} />,
      isMinor: true,
    },
    { key: 'state', header: t('status'), cell: (token) => <CredentialState kind="tokenStatus" credential={token} /> },
    { key: 'scopes', header: t('scopes'), cell: ({ scopes }) => <Scopes scopes={scopes} />, isExtra: true },
    { key: 'used', header: t('lastUsed'), cell: (token) => <LastUsed {...token} />, isMinor: true },
    { key: 'expires', header: t('expires'), cell: (token) => <Expires {...token} />, isExtra: true },
    { key: 'actions', header: common('actions'), cell: (token) => <Actions token={token} /> },
  ]
  return (
    <DataTable
      label={t('cli')}
      columns={columns}
      rows={pages.rows}
      rowKey={({ id }) => id}
      pages={pages}
      empty={
        <EmptyState icon={SquareTerminal} title={t('cliEmpty')}>
          {t('cliEmptyAbout')}
        </EmptyState>
      }
    />
  )
}

function Actions({ token }: { token: CliToken }) {
  const t = useMessages('keys')
  const confirm = useConfirm()
  const [revoke] = useAction(RevokeCliTokenDocument)
  const canChange = useCan('keys:write')
  const { id, name, isMine } = token
  const askRevoke = async () => {
    if (await confirm({ title: t('cliRevokeTitle', { name }), body: t('cliRevokeBody'), action: t('cliRevokeAction'), danger: true }))
      await revoke({ id }, { success: t('cliRevokedNow') })
  }
  if (!isActive(token) || !(isMine || canChange)) return null
  return <CredentialMenu name={name} actions={[{ name: t('revoke'), run: () => void askRevoke(), danger: true }]} />
}
