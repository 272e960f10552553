import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Paperclip } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Status } from '../../parts/Status.tsx'
import type { MessageFieldsFragment } from './Messages.gql.ts'
import classes from './Messages.module.css'

/** One message: text, attachments, and delivery status, with the reason of a failure. */
export function MessageBubble({ message }: { message: MessageFieldsFragment }) {
  const t = useMessages('messages')
  const word = useWords()
  const format = useFormat()
  const { direction, body, media, status, errorReason, errorCode, createdAt, segments, cost, currency, source, keyword } = message
  const isOurs = direction === 'outbound'
  const isCharged = isOurs && cost !== null
  return (
    <li className={classes.text} data-direction={direction}>
      {body && <div className={classes.bubble}>{body}</div>}
      {media.length > 0 && (
        <Stack gap={2} pt={4}>
          {media.map((address, index) => (
            <Attachment key={address} address={address} name={t('attachment', { number: index + 1 })} />
          ))}
        </Stack>
      )}
      <Group gap={6} pt={2} justify={isOurs ? 'flex-end' : 'flex-start'}>
        <Text size="xs" c="dimmed" title={format.exact(createdAt)}>
          {format.time(createdAt)}
        </Text>
        {source === 'auto_reply' && (
          <Text size="xs" c="dimmed">
            {t('automatic')}
          </Text>
        )}
        {!isOurs && keyword && (
          <Text size="xs" fw={600}>
            {word('keyword', keyword)}
          </Text>
        )}
        {isCharged && (
          <Text size="xs" c="dimmed">
            {t('charged', { segments, cost: format.money(cost, currency) })}
          </Text>
        )}
        {isOurs && <Status kind="message" value={status} />}
      </Group>
      {errorReason && (
        <Text size="xs" className={classes.reason} ta={isOurs ? 'right' : 'left'}>
          <Reason reason={errorReason} code={errorCode} />
        </Text>
      )}
    </li>
  )
}

function Reason({ reason, code }: { reason: string; code: string | null }) {
  const t = useMessages('messages')
  const word = useWords()
  const reasonText = word('messageReason', reason)
  return <>{code ? t('reasonWithCode', { reason: reasonText, code }) : reasonText}</>
}

/** Links only web URLs, since attachments come from strangers through the carrier. */
function Attachment({ address, name }: { address: string; name: string }) {
  const isWeb = /^https?:\/\//i.test(address)
  return (
    <Group gap={4} wrap="nowrap">
      <Paperclip size={14} aria-hidden />
      {isWeb ? (
        <Anchor size="sm" href={address} target="_blank" rel="noopener noreferrer" title={address}>
          {name}
        </Anchor>
      ) : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
      )}
    </Group>
  )
}
