import { Lock } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { ButtonLink } from './links.tsx'
import { Page } from './Page.tsx'
import { EmptyState } from './States.tsx'

/** Shown instead of a page that the user's role can't open. */
export function NotAllowed() {
  const t = useMessages('common')
  return (
    <Page title={t('notAllowed')}>
      <EmptyState icon={Lock} title={t('notAllowedAbout')} action={<ButtonLink to="/members">{t('toMembers')}</ButtonLink>} />
    </Page>
  )
}
