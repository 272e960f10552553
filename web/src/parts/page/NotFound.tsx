import { SearchX } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { ButtonLink } from './links.tsx'
import { Page } from './Page.tsx'
import { EmptyState } from './States.tsx'

/** Shown for an unknown URL or ID. */
export function NotFound() {
  const t = useMessages('common')
  return (
    <Page title={t('notFound')}>
      <EmptyState icon={SearchX} title={t('notFoundAbout')} action={<ButtonLink to="/">{t('toHome')}</ButtonLink>} />
    </Page>
  )
}
