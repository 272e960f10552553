import { expect, test } from 'vitest'
import { receiverForTest } from '../kit/receiver.ts'
import { until } from '../kit/until.ts'
import { memoryStore } from '../../src/providers/simulator/store.ts'
import { startCarriers } from './kit.ts'
import { sendByTwilio } from './twilioWire.ts'

test('accounts, their numbers and their texts are the same after a restart', async () => {
  const store = memoryStore()
  const first = await startCarriers({ store })
  const account = await first.account('twilio')
  expect(account.numbers.length).toBe(4)
  const { sid } = await sendByTwilio(first, account, { To: '+14155550200', Body: 'hi' })
  await first.close()
  const second = await startCarriers({ store })
  expect(await second.account('twilio')).toEqual(account)
  await second.finished('twilio', String(sid))
})

test('a text is sent and delivered, and receipts tell so in that order', async () => {
  const carriers = await startCarriers()
  const account = await carriers.account('twilio')
  const { url, received } = await receiverForTest((response) => response.writeHead(204).end())
  const { sid } = await sendByTwilio(carriers, account, { To: '+14155550200', Body: 'hi', StatusCallback: `${url}/m1` })
  await carriers.finished('twilio', String(sid))
  expect(received.map(({ raw }) => new URLSearchParams(raw.toString()).get('MessageStatus'))).toEqual(['sent', 'delivered'])
})

test('whoever is texted at a number that ends in 0211 answers STOP', async () => {
  const carriers = await startCarriers()
  const account = await carriers.account('twilio')
  await sendByTwilio(carriers, account, { To: '+14155550211', Body: 'hi' })
  const answer = await until('the answer', async () => (await carriers.messages('twilio')).find(({ direction }) => direction === 'inbound'))
  expect(answer).toMatchObject({ from: '+14155550211', to: account.numbers[0]!.phone_number, body: 'STOP' })
})
