import { useState } from 'react'
import { useMessages } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { useServerInfo } from '../../parts/viewer.tsx'
import { CliTokenList } from './CliTokenList.tsx'
import { CreateCliTokenDocument } from './CliTokens.gql.ts'
import { CredentialForm, type CredentialFormProps } from './CredentialForm.tsx'
import { CredentialTab } from './CredentialTab.tsx'
import { SecretNotice, type NewSecret } from './SecretNotice.tsx'

const DEFAULT_DAYS = 90
/** The server allows 366 days to the second, while the form picks whole days in the browser's time zone. */
const MAX_DAYS = 365

const dayIn = (days: number) => {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** CLI tokens tab. */
export function CliTokens() {
  const t = useMessages('keys')
  const { publicUrl } = useServerInfo()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<NewSecret | null>(null)
  const [create, isRunning] = useAction(CreateCliTokenDocument)
  const send: CredentialFormProps['onCreate'] = async (input, handleError) => {
    const result = await create({ input }, { handleError })
    if (result) setSecret({ name: input.name, key: result.createCliToken.token })
    return result !== null
  }
  return (
    <CredentialTab about={t('cliAbout')} newName={t('cliNew')} onNew={() => setCreating(true)}>
      {secret && (
        <SecretNotice
          title={t('cliOnce', { name: secret.name })}
          label={t('token')}
          secret={secret.key}
          about={t('cliTryIt')}
          command={`callwright login --base-url ${publicUrl}`}
          commandName={t('command')}
          onClose={() => setSecret(null)}
        />
      )}
      <CliTokenList />
      {isCreating && (
        <CredentialForm
          title={t('cliNew')}
          nameAbout="cliNameAbout"
          expiresAbout="cliExpiresAbout"
          expiresOn={dayIn(DEFAULT_DAYS)}
          latest={dayIn(MAX_DAYS)}
          isRunning={isRunning}
          onCreate={send}
          onClose={() => setCreating(false)}
        />
      )}
    </CredentialTab>
  )
}
