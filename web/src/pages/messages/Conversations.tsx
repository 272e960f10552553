import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '../../router/index.ts'
import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { NumberPicker } from '../../parts/forms/pickers.tsx'
import { EmptyState, ErrorAlert, SkeletonLines } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { ConversationsDocument, type ConversationFieldsFragment } from './Messages.gql.ts'
import classes from './Messages.module.css'
import { PhoneNumber, PhoneText } from '../../parts/text/PhoneNumber.tsx'

/** Conversations by latest message, of all numbers or those in the URL. */
export function Conversations() {
  const t = useMessages('messages')
  const common = useMessages('common')
  const { number, contact: contactNumber } = useSearch({ from: '/signed-in/messages' })
  const pages = usePages(ConversationsDocument, { numberId: number ?? null, contactNumber: contactNumber ?? null }, (data) => data.conversations, 50)
  return (
    <nav className={`${classes.pane} ${classes.list}`} aria-label={t('conversations')}>
      <Filters key={contactNumber} />
      {pages.isLoading && <SkeletonLines />}
      {pages.error && <ErrorAlert error={pages.error} onRetry={pages.retry} />}
      {!pages.isLoading && !pages.error && pages.rows.length === 0 && (
        <EmptyState icon={MessageSquare} title={t(number || contactNumber ? 'noneFound' : 'empty')}>
          {t(number || contactNumber ? 'noneFoundAbout' : 'emptyAbout')}
        </EmptyState>
      )}
      {pages.rows.length > 0 && (
        <ul className={classes.items} tabIndex={-1}>
          {pages.rows.map((conversation) => (
            <li key={conversation.id}>
              <Item item={conversation} />
            </li>
          ))}
          {pages.hasMore && (
            <li>
              <Button variant="subtle" fullWidth onClick={pages.loadMore}>
                {common('more')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </nav>
  )
}

function Filters() {
  const t = useMessages('messages')
  const { number, contact = '' } = useSearch({ from: '/signed-in/messages' })
  const navigate = useNavigate()
  const [text, setText] = useState(contact)
  const show = (search: { number?: string; contact?: string }) => void navigate({ to: '/messages', search: (before) => ({ ...before, ...search }) })
  return (
    <Stack gap={6} className={classes.bar}>
      <NumberPicker
        aria-label={t('ourNumber')}
        placeholder={t('allNumbers')}
        size="xs"
        clearable
        clearButtonProps={{ 'aria-label': t('allNumbers') }}
        value={number ?? null}
        onChange={(value) => show({ number: value ?? undefined })}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          show({ contact: text.replace(/[\s().-]/g, '') || undefined })
        }}
      >
        <TextInput
          aria-label={t('findContact')}
          placeholder={t('findContact')}
          size="xs"
          type="search"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            if (target.value === '' && contact) show({ contact: undefined })
          }}
        />
      </form>
    </Stack>
  )
}

function Item({ item: { id, contactNumber, contactName, lastMessage } }: { item: ConversationFieldsFragment }) {
  const t = useMessages('messages')
  const format = useFormat()
  const { conversation, number, contact } = useSearch({ from: '/signed-in/messages' })
  const isOurs = lastMessage?.direction === 'outbound'
  const isBad = lastMessage && ['failed', 'undelivered', 'unknown'].includes(lastMessage.status)
  return (
    <Link className={classes.item} to="/messages" search={{ conversation: id, number, contact }} aria-current={id === conversation ? 'true' : undefined}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text span size="sm" fw={600} lineClamp={2}>
          {contactName ? <bdi>{contactName}</bdi> : <PhoneNumber number={contactNumber} />}
        </Text>
        <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }} title={format.exact(lastMessage?.createdAt)}>
          {format.ago(lastMessage?.createdAt)}
        </Text>
      </Group>
      {contactName && (
        <Text size="xs" c="dimmed">
          <PhoneNumber number={contactNumber} />
        </Text>
      )}
      {lastMessage && (
        <>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text span size="sm" truncate>
              {isOurs ? t('you', { body: lastMessage.body }) : lastMessage.body || t('attachments', { count: lastMessage.media.length })}
            </Text>
            {isBad && <Status kind="message" value={lastMessage.status} />}
          </Group>
          <Text size="xs" c="dimmed">
            <PhoneText text={t('over', { number: isOurs ? lastMessage.fromNumber : lastMessage.toNumber })} />
          </Text>
        </>
      )}
    </Link>
  )
}
