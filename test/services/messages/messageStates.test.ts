import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SmsStatus } from '../../../src/carriers/carrier.ts'
import { advance, hasEnded, MESSAGE_STATES, type MessageState } from '../../../src/services/messages/messageStates.ts'

const state = fc.constantFrom(...MESSAGE_STATES)
const news = fc.constantFrom<SmsStatus>('queued', 'sent', 'delivered', 'undelivered', 'failed')
const ORDER: MessageState[][] = [['unknown'], ['queued'], ['sent'], ['delivered', 'undelivered', 'failed']]
const place = (one: MessageState) => ORDER.findIndex((states) => states.includes(one))

test('a message never goes back, and an ended one stays as it ended, whatever receipts come in whatever order', () => {
  fc.assert(
    fc.property(state, fc.array(news), (from, receipts) => {
      let now = from
      for (const receipt of receipts) {
        const next = advance(now, receipt)
        expect(place(next)).toBeGreaterThanOrEqual(place(now))
        expect(place(next)).toBe(Math.max(place(now), place(receipt)))
        if (hasEnded(now)) expect(next).toBe(now)
        now = next
      }
    }),
  )
})

test('a repeated receipt changes nothing', () => {
  fc.assert(
    fc.property(state, news, (from, receipt) => {
      expect(advance(advance(from, receipt), receipt)).toBe(advance(from, receipt))
    }),
  )
})

test('where a message is after receipts that name one end does not depend on their order', () => {
  const told = fc.tuple(fc.constantFrom<SmsStatus>('delivered', 'undelivered', 'failed'), fc.array(fc.constantFrom<SmsStatus>('queued', 'sent')))
  const arrivals = told.chain(([end, others]) => fc.tuple(fc.constant(end), fc.shuffledSubarray([end, ...others], { minLength: others.length + 1 })))
  fc.assert(
    fc.property(state, arrivals, (from, [end, receipts]) => {
      expect(receipts.reduce(advance, from)).toBe(hasEnded(from) ? from : end)
    }),
  )
})

test('a message of unknown outcome may become whatever the carrier says', () => {
  fc.assert(
    fc.property(news, (receipt) => {
      expect(advance('unknown', receipt)).toBe(receipt)
    }),
  )
})
