import { ActionIcon, Button, Group, Text, Title } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { Fragment, type UIEvent } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { Copied } from '../../parts/Copy.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Failure, Lines, Loaded } from '../../parts/States.tsx'
import { usePages } from '../../parts/usePages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { Composer } from './Composer.tsx'
import { ConversationHeadDocument, type TalkFragment, TextingNumberDocument, type TextingNumberQuery, ThreadDocument } from './Messages.gql.ts'
import classes from './Messages.module.css'
import { TextBubble } from './TextBubble.tsx'

interface ThreadProps {
  id: string
  /** Goes back to the list where that is not beside it. */
  onBack: (() => void) | undefined
}

/** One conversation: all that was said, the newest in sight, and the box to answer. */
export function Thread({ id, onBack }: ThreadProps) {
  const result = useQuery({ query: ConversationHeadDocument, variables: { id } })
  return <Loaded result={result}>{({ conversation }) => <Whole talk={conversation} onBack={onBack} />}</Loaded>
}

function Whole({ talk, onBack }: { talk: TalkFragment; onBack: ThreadProps['onBack'] }) {
  const canSend = useCan('sms:write')
  const [{ data }] = useQuery({ query: TextingNumberDocument, variables: { id: talk.numberId } })
  return (
    <>
      <Head talk={talk} number={data?.phoneNumber} onBack={onBack} />
      <Texts conversationId={talk.id} />
      {canSend && data && <Composer fromId={talk.numberId} from={data.phoneNumber} to={talk.contactNumber} />}
    </>
  )
}

interface HeadProps {
  talk: TalkFragment
  number: TextingNumberQuery['phoneNumber'] | undefined
  onBack: ThreadProps['onBack']
}

function Head({ talk: { contactNumber: peer, numberId }, number, onBack }: HeadProps) {
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
            <Copied value={peer} name={peer} />
          </Title>
          <Group gap={6}>
            <Text size="xs" c="dimmed">
              {t('with')}
            </Text>
            <TextLink to="/numbers/$id" params={{ id: numberId }}>
              {number ? (number.label ?? number.phoneNumber) : numberId}
            </TextLink>
          </Group>
        </div>
      </Group>
      <TextLink to="/calls" search={{ number: peer }}>
        {t('calls')}
      </TextLink>
    </Group>
  )
}

/** How near to the earliest text that is shown, in pixels, before earlier ones are asked for. */
const NEAR = 200

function Texts({ conversationId }: { conversationId: string }) {
  const t = useMessages('messages')
  const format = useFormat()
  const pages = usePages(ThreadDocument, { conversationId }, (data) => data.messages, 50)
  const texts = pages.rows.toReversed()
  const scrolled = ({ currentTarget: { scrollHeight, clientHeight, scrollTop } }: UIEvent<HTMLElement>) => {
    // The place is counted from the end, as a negative number.
    if (scrollHeight - clientHeight + scrollTop < NEAR) pages.more()
  }
  if (pages.isLoading) return <Lines />
  return (
    <div className={classes.scroll} role="log" aria-label={t('texts')} tabIndex={0} onScroll={scrolled}>
      <ol className={classes.texts}>
        {pages.error && <Failure error={pages.error} onRetry={pages.retry} />}
        {pages.hasMore && (
          <li className={classes.day}>
            <Button variant="subtle" size="compact-sm" onClick={pages.more}>
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
              <TextBubble text={text} />
            </Fragment>
          )
        })}
      </ol>
    </div>
  )
}
