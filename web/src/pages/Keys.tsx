import { Button } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { Page } from '../parts/Page.tsx'
import { useCan } from '../viewer.tsx'
import { ApiKeyList } from './ApiKeyList.tsx'
import { ApiKeyNew } from './ApiKeyNew.tsx'
import { KeyShown, type Shown } from './KeyShown.tsx'

/** What programs sign in with. */
export function Keys() {
  const t = useMessages('keys')
  const [isMaking, make] = useState(false)
  const [shown, show] = useState<Shown | null>(null)
  const canChange = useCan('keys:write')
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        canChange && (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => make(true)}>
            {t('new')}
          </Button>
        )
      }
    >
      {shown && <KeyShown shown={shown} onClose={() => show(null)} />}
      <ApiKeyList onKey={show} />
      {isMaking && <ApiKeyNew onClose={() => make(false)} onKey={show} />}
    </Page>
  )
}
