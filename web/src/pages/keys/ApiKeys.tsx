import { useState } from 'react'
import { useMessages } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { useCan, useServerInfo } from '../../parts/viewer.tsx'
import { ApiKeyList } from './ApiKeyList.tsx'
import { CredentialForm, type CredentialFormProps } from './CredentialForm.tsx'
import { CredentialTab } from './CredentialTab.tsx'
import { CreateApiKeyDocument } from './Keys.gql.ts'
import { SecretNotice, type NewSecret } from './SecretNotice.tsx'

/** API keys tab. */
export function ApiKeys() {
  const t = useMessages('keys')
  const { publicUrl } = useServerInfo()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<NewSecret | null>(null)
  const [create, isRunning] = useAction(CreateApiKeyDocument)
  const canChange = useCan('keys:write')
  const send: CredentialFormProps['onCreate'] = async (input, handleError) => {
    const result = await create({ input }, { handleError })
    if (result) setSecret({ name: input.name, key: result.createApiKey.key })
    return result !== null
  }
  return (
    <CredentialTab about={t('about')} newName={t('new')} onNew={canChange ? () => setCreating(true) : undefined}>
      {secret && (
        <SecretNotice
          title={t('once', { name: secret.name })}
          label={t('key')}
          secret={secret.key}
          about={t('tryIt')}
          command={`curl ${publicUrl}/api/v1/me -H 'X-API-Key: ${secret.key}'`}
          commandName={t('request')}
          onClose={() => setSecret(null)}
        />
      )}
      <ApiKeyList onSecret={setSecret} />
      {isCreating && (
        <CredentialForm
          title={t('new')}
          nameAbout="nameAbout"
          expiresAbout="expiresAbout"
          isRunning={isRunning}
          onCreate={send}
          onClose={() => setCreating(false)}
        />
      )}
    </CredentialTab>
  )
}
