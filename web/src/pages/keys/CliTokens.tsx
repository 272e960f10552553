import { useState } from 'react'
import { useMessages } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { useServerInfo } from '../../parts/viewer.tsx'
import { CliTokenList } from './CliTokenList.tsx'
import { CreateCliTokenDocument } from './CliTokens.gql.ts'
import { CredentialNew, type CredentialNewProps } from './CredentialNew.tsx'
import { CredentialTab } from './CredentialTab.tsx'
import { KeyShown, type Shown } from './KeyRevealed.tsx'

const DEFAULT_DAYS = 90
/** The server allows 366 days to the second; what is chosen here ends with a day of this browser. */
const MAX_DAYS = 365

const dayIn = (days: number) => {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** What people sign their command line in with. */
export function CliTokens() {
  const t = useMessages('keys')
  const { publicUrl } = useServerInfo()
  const [isMaking, make] = useState(false)
  const [shown, show] = useState<Shown | null>(null)
  const [create, isRunning] = useAction(CreateCliTokenDocument)
  const send: CredentialNewProps['onCreate'] = async (input, refused) => {
    const made = await create({ input }, { refused })
    if (made) show({ name: input.name, key: made.createCliToken.token })
    return made !== null
  }
  return (
    <CredentialTab about={t('cliAbout')} newName={t('cliNew')} onNew={() => make(true)}>
      {shown && (
        <KeyShown
          title={t('cliOnce', { name: shown.name })}
          label={t('token')}
          secret={shown.key}
          about={t('cliTryIt')}
          line={`callwright login --base-url ${publicUrl}`}
          lineName={t('command')}
          onClose={() => show(null)}
        />
      )}
      <CliTokenList />
      {isMaking && (
        <CredentialNew
          title={t('cliNew')}
          nameAbout="cliNameAbout"
          expiresAbout="cliExpiresAbout"
          expiresOn={dayIn(DEFAULT_DAYS)}
          latest={dayIn(MAX_DAYS)}
          isRunning={isRunning}
          onCreate={send}
          onClose={() => make(false)}
        />
      )}
    </CredentialTab>
  )
}
