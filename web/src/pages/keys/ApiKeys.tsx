import { useState } from 'react'
import { useMessages } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { useCan, useServerInfo } from '../../parts/viewer.tsx'
import { ApiKeyList } from './ApiKeyList.tsx'
import { CredentialNew, type CredentialNewProps } from './CredentialNew.tsx'
import { CredentialTab } from './CredentialTab.tsx'
import { CreateApiKeyDocument } from './Keys.gql.ts'
import { KeyShown, type Shown } from './KeyRevealed.tsx'

/** What programs of the workspace sign in with. */
export function ApiKeys() {
  const t = useMessages('keys')
  const { publicUrl } = useServerInfo()
  const [isMaking, make] = useState(false)
  const [shown, show] = useState<Shown | null>(null)
  const [create, isRunning] = useAction(CreateApiKeyDocument)
  const canChange = useCan('keys:write')
  const send: CredentialNewProps['onCreate'] = async (input, refused) => {
    const made = await create({ input }, { refused })
    if (made) show({ name: input.name, key: made.createApiKey.key })
    return made !== null
  }
  return (
    <CredentialTab about={t('about')} newName={t('new')} onNew={canChange ? () => make(true) : undefined}>
      {shown && (
        <KeyShown
          title={t('once', { name: shown.name })}
          label={t('key')}
          secret={shown.key}
          about={t('tryIt')}
          line={`curl ${publicUrl}/api/v1/me -H 'X-API-Key: ${shown.key}'`}
          lineName={t('request')}
          onClose={() => show(null)}
        />
      )}
      <ApiKeyList onKey={show} />
      {isMaking && (
        <CredentialNew title={t('new')} nameAbout="nameAbout" expiresAbout="expiresAbout" isRunning={isRunning} onCreate={send} onClose={() => make(false)} />
      )}
    </CredentialTab>
  )
}
