import { SearchX } from 'lucide-react'
import { useMessages } from '../messages.ts'
import { ButtonLink } from './links.tsx'
import { Page } from './Page.tsx'
import { Empty } from './States.tsx'

/** For an address, or an id in one, that there is not. */
export function NotFound() {
  const t = useMessages('common')
  return (
    <Page title={t('notFound')}>
      <Empty icon={SearchX} title={t('notFoundAbout')} action={<ButtonLink to="/">{t('toHome')}</ButtonLink>} />
    </Page>
  )
}
