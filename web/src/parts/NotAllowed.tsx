import { Lock } from 'lucide-react'
import { useMessages } from '../messages.ts'
import { ButtonLink } from './links.tsx'
import { Page } from './Page.tsx'
import { Empty } from './States.tsx'

/** Instead of a page that the signed-in person's role has no part in. */
export function NotAllowed() {
  const t = useMessages('common')
  return (
    <Page title={t('notAllowed')}>
      <Empty icon={Lock} title={t('notAllowedAbout')} action={<ButtonLink to="/members">{t('toMembers')}</ButtonLink>} />
    </Page>
  )
}
