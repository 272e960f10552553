import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '../../router/index.ts'
import { MessageSquare, SquarePen } from 'lucide-react'
import { useSubscription } from 'urql'
import { useMessages } from '../../messages.ts'
import { ButtonLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { Conversations } from './Conversations.tsx'
import { MessageUpdatesDocument } from './Messages.gql.ts'
import classes from './Messages.module.css'
import { NewConversation } from './NewConversation.tsx'
import { Conversation } from './Conversation.tsx'

/** Messages page. Narrow windows show the list or one conversation. */
export function Messages() {
  const t = useMessages('messages')
  const { conversation, number, contact, new: isNew } = useSearch({ from: '/signed-in/messages' })
  const navigate = useNavigate()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const canSend = useCan('sms:write')
  const isOneOpen = conversation !== undefined || isNew !== undefined
  useSubscription({ query: MessageUpdatesDocument })
  const back = () => void navigate({ to: '/messages', search: { number, contact } })
  return (
    <Page
      title={t('title')}
      about={isNarrow ? undefined : t('about')}
      actions={
        canSend && (
          <ButtonLink to="/messages" search={{ number, contact, new: '1' }} leftSection={<SquarePen size={16} aria-hidden />}>
            {t('new')}
          </ButtonLink>
        )
      }
    >
      <div className={classes.panes}>
        {(!isNarrow || !isOneOpen) && <Conversations />}
        {(!isNarrow || isOneOpen) && (
          <section className={classes.pane} aria-label={t('conversation')}>
            {conversation ? (
              <Conversation key={conversation} id={conversation} onBack={isNarrow ? back : undefined} />
            ) : isNew && canSend ? (
              <NewConversation onBack={isNarrow ? back : undefined} />
            ) : (
              <EmptyState icon={MessageSquare} title={t('choose')}>
                {canSend && t('chooseAbout')}
              </EmptyState>
            )}
          </section>
        )}
      </div>
    </Page>
  )
}
