import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { Fragment, type UIEvent } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { CopyableNumber } from '../../parts/text/ContactLink.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { ErrorAlert, SkeletonLines, QueryResult } from '../../parts/page/States.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { PhoneNumber } from '../../parts/text/PhoneNumber.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { Composer } from './Composer.tsx'
import {
  ConversationHeadDocument,
  type ConversationFieldsFragment,
  SmsNumberDocument,
  type SmsNumberQuery,
  ConversationMessagesDocument,
} from './Messages.gql.ts'
import classes from './Messages.module.css'
import { MessageBubble } from './MessageBubble.tsx'

interface ConversationProps {
  id: string
  /** Returns to the list. Absent if the list is next to the conversation. */
  onBack: (() => void) | undefined
}

/** One conversation, scrolled to the newest message, with the reply box. */
export function Conversation({ id, onBack }: ConversationProps) {
  const result = useQuery({ query: ConversationHeadDocument, variables: { id } })
  return <QueryResult result={result}>{({ conversation }) => <ConversationContent conversation={conversation} onBack={onBack} />}</QueryResult>
}

function ConversationContent({ conversation, onBack }: { conversation: ConversationFieldsFragment; onBack: ConversationProps['onBack'] }) {
  const canSend = useCan('sms:write')
  const [{ data }] = useQuery({ query: SmsNumberDocument, variables: { id: conversation.numberId } })
  return (
    <>
      <Head conversation={conversation} number={data?.phoneNumber} onBack={onBack} />
      <MessageList conversationId={conversation.id} />
      {canSend && data && <Composer fromId={conversation.numberId} from={data.phoneNumber} to={conversation.contactNumber} />}
    </>
  )
}

interface HeadProps {
  conversation: ConversationFieldsFragment
  number: SmsNumberQuery['phoneNumber'] | undefined
  onBack: ConversationProps['onBack']
}

function Head({ conversation: { contactNumber, contactName, numberId }, number, onBack }: HeadProps) {
  const t = useMessages('messages')
  return (
    <Group className={classes.bar} justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
        {onBack && (
          <ActionIcon variant="subtle" color="gray" onClick={onBack} aria-label={t('toList')}>
            <ArrowLeft size={18} aria-hidden />
          </ActionIcon>
        )}
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h5">
            <Group gap={8}>
              {contactName && <bdi>{contactName}</bdi>}
              <CopyableNumber isContact number={contactNumber} />
            </Group>
          </Title>
          <Text component="div" size="sm" c="dimmed" lineClamp={2}>
            {t('with')}{' '}
            <TextLink to="/numbers/$id" params={{ id: numberId }}>
              {number ? (number.label ?? <PhoneNumber number={number.phoneNumber} />) : numberId}
            </TextLink>
          </Text>
        </div>
      </Group>
      <TextLink to="/calls" search={{ number: contactNumber }}>
        {t('calls')}
      </TextLink>
    </Group>
  )
}

/** Distance from the oldest loaded message, in pixels, at which older ones are loaded. */
const LOAD_DISTANCE_PX = 200

function MessageList({ conversationId }: { conversationId: string }) {
  const t = useMessages('messages')
  const format = useFormat()
  const pages = usePages(ConversationMessagesDocument, { conversationId }, (data) => data.messages, 50)
  const texts = pages.rows.toReversed()
  const scrolled = ({ currentTarget: { scrollHeight, clientHeight, scrollTop } }: UIEvent<HTMLElement>) => {
    // The container scrolls in reverse, so scrollTop is negative.
    if (scrollHeight - clientHeight + scrollTop < LOAD_DISTANCE_PX) pages.loadMore()
  }
  if (pages.isLoading) return <SkeletonLines />
  return (
    <div className={classes.scroll} role="log" aria-label={t('messages')} tabIndex={0} onScroll={scrolled}>
      <ol className={classes.texts}>
        {pages.error && <ErrorAlert error={pages.error} onRetry={pages.retry} />}
        {pages.hasMore && (
          <li className={classes.day}>
            <Button variant="subtle" size="compact-sm" onClick={pages.loadMore}>
              {t('earlier')}
            </Button>
          </li>
        )}
        {texts.map((text, index) => {
          const day = format.day(text.createdAt)
          const isNewDay = index === 0 || day !== format.day(texts[index - 1]!.createdAt)
          return (
            <Fragment key={text.id}>
              {isNewDay && (
                <li className={classes.day}>
                  <Text size="xs" c="dimmed" fw={600}>
                    {day}
                  </Text>
                </li>
              )}
              <MessageBubble message={text} />
            </Fragment>
          )
        })}
      </ol>
    </div>
  )
}
