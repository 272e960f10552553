import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SmsStatus } from '../../../src/carriers/carrier.ts'
import { advance, hasEnded, MESSAGE_STATES, type MessageState } from '../../../src/services/messages/messageStates.ts'

const state = fc.constantFrom(...MESSAGE_STATES)
const report = fc.constantFrom<SmsStatus>('queued', 'sent', 'delivered', 'undelivered', 'failed')
const ORDER: MessageState[][] = [['unknown'], ['queued'], ['sent'], ['delivered', 'undelivered', 'failed']]
const rankOf = (status: MessageState) => ORDER.findIndex((states) => states.includes(status))

test('a status never goes back, and a final status stays, for any receipts in any order', () => {
  fc.assert(
    fc.property(state, fc.array(report), (from, receipts) => {
      let now = from
      for (const receipt of receipts) {
        const next = advance(now, receipt)
        expect(rankOf(next)).toBeGreaterThanOrEqual(rankOf(now))
        expect(rankOf(next)).toBe(Math.max(rankOf(now), rankOf(receipt)))
        if (hasEnded(now)) expect(next).toBe(now)
        now = next
      }
    }),
  )
})

test('a repeated receipt changes nothing', () => {
  fc.assert(
    fc.property(state, report, (from, receipt) => {
      expect(advance(advance(from, receipt), receipt)).toBe(advance(from, receipt))
    }),
  )
})

test('the status after receipts with one final status does not depend on their order', () => {
  const statuses = fc.tuple(fc.constantFrom<SmsStatus>('delivered', 'undelivered', 'failed'), fc.array(fc.constantFrom<SmsStatus>('queued', 'sent')))
  const arrivals = statuses.chain(([end, others]) => fc.tuple(fc.constant(end), fc.shuffledSubarray([end, ...others], { minLength: others.length + 1 })))
  fc.assert(
    fc.property(state, arrivals, (from, [end, receipts]) => {
      expect(receipts.reduce(advance, from)).toBe(hasEnded(from) ? from : end)
    }),
  )
})

test('a message of unknown outcome takes any status that the carrier reports', () => {
  fc.assert(
    fc.property(report, (receipt) => {
      expect(advance('unknown', receipt)).toBe(receipt)
    }),
  )
})
