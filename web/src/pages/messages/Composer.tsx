import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { Send } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useQuery } from 'urql'
import { MAX_SMS_LENGTH } from '../../../../src/inputs/messages.ts'
import { sizeOf } from '../../../../src/inputs/segments.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/links.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import { SendTextDocument, TextingPeerDocument, type TextFragment, type TextingNumberQuery, TextPriceDocument } from './Messages.gql.ts'
import classes from './Messages.module.css'

interface ComposerProps {
  /** The number it goes out from; the first that can text when null. */
  fromId: string | null
  /** The same number, as soon as it is known. */
  from: TextingNumberQuery['phoneNumber'] | undefined
  to: string
  onSent?: (text: TextFragment) => void
}

const isPhone = (text: string) => /^\+[1-9]\d{6,14}$/.test(text)

/** The box to write a text in, with what it will cost; or why none can be sent. */
export function Composer({ fromId, from, to, onSent }: ComposerProps) {
  const t = useMessages('messages')
  const [body, write] = useState('')
  const [send, isRunning] = useAction(SendTextDocument)
  const obstacle = useObstacle(from, to)
  const isSendable = !obstacle && isPhone(to) && body.trim() !== '' && Array.from(body).length <= MAX_SMS_LENGTH
  const sizeId = useId()
  const submit = async () => {
    if (!isSendable) return
    const done = await send({ input: { toNumber: to, body, fromNumberId: fromId } })
    if (!done) return
    write('')
    onSent?.(done.sendSms)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void submit()
  }
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {obstacle}
      <Group align="flex-end" wrap="nowrap" gap="xs">
        <Textarea
          flex={1}
          autosize
          minRows={2}
          maxRows={8}
          aria-label={t('write')}
          aria-describedby={sizeId}
          placeholder={t('write')}
          disabled={obstacle !== null}
          value={body}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" loading={isRunning} disabled={!isSendable} leftSection={<Send size={16} aria-hidden />}>
          {t('send')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" id={sizeId} mt={4}>
        {obstacle ? '' : body === '' ? t('sendKeys') : <Size body={body} to={to} />}
      </Text>
    </form>
  )
}

function Size({ body, to }: { body: string; to: string }) {
  const t = useMessages('messages')
  const format = useFormat()
  const canPrice = useCan('billing:read')
  const [{ data }] = useQuery({ query: TextPriceDocument, variables: { toNumber: to }, pause: !canPrice || !isPhone(to) })
  const { segments, foreign } = sizeOf(body)
  const characters = Array.from(body).length
  const cost = data && format.money((Number(data.price.perSegment) * segments).toFixed(6))
  const size = cost ? t('sizeAndCost', { characters, segments, cost }) : t('size', { characters, segments })
  if (characters > MAX_SMS_LENGTH) return t('tooLong', { limit: MAX_SMS_LENGTH })
  return (
    <>
      {size}
      {foreign.length > 0 && ` · ${t('unicode', { characters: foreign.slice(0, 5).join(' ') })}`}
    </>
  )
}

/** Why no text can be sent from one to the other, and what to do about it; null where one can. */
function useObstacle(from: ComposerProps['from'], to: string): ReactNode {
  const t = useMessages('messages')
  const word = useWords()
  const format = useFormat()
  const canCheck = useCan('compliance:read')
  const [{ data }] = useQuery({ query: TextingPeerDocument, variables: { phoneNumber: to }, pause: !canCheck || !isPhone(to) })
  if (data?.dncCheck.isOnDnc) {
    const { entry } = data.dncCheck
    const isStop = entry?.source === 'sms_stop'
    return (
      <Obstacle title={t(isStop ? 'optedOut' : 'onDnc', { number: to })}>
        <Text size="sm">{t(isStop ? 'optedOutAbout' : 'onDncAbout', { day: format.day(entry?.createdAt) })}</Text>
        <TextLink to="/dnc" search={{ number: to }} c="inherit" underline="always">
          {t('toDnc')}
        </TextLink>
      </Obstacle>
    )
  }
  if (from && !from.isActive) return <Obstacle title={t('released', { number: from.phoneNumber })}>{t('releasedAbout')}</Obstacle>
  if (from && !from.smsReady)
    return (
      <Obstacle title={t('notReady', { number: from.phoneNumber })}>
        <Text size="sm">{t('missing', { what: from.smsMissing.map((name) => word('smsMissing', name)).join(', ') })}</Text>
        <TextLink to="/numbers/$id" params={{ id: from.id }} c="inherit" underline="always">
          {t('toNumber')}
        </TextLink>
      </Obstacle>
    )
  if (from && !isPhone(to)) return <Obstacle title={t('noAnswer')}>{t('noAnswerAbout')}</Obstacle>
  return null
}

function Obstacle({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="yellow" title={title} mb="xs" role="status">
      <Stack gap={4} align="flex-start">
        {children}
      </Stack>
    </Alert>
  )
}
