import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock, nowMs } from '../../../src/kernel/lib/clock.ts'
import { pool } from '../../../src/kernel/db/db.ts'
import { requireProcessId, startLiveness, stopLiveness } from '../../../src/kernel/liveness.ts'
import { VendorError } from '../../../src/outbound/vendorErrors.ts'
import { sendOnce } from '../../../src/services/shared/sending/sendOnce.ts'
import { checkSender, resolveUnknown } from '../../../src/services/shared/sending/sendReconciliation.ts'
import { canBecome, type SendState } from '../../../src/services/shared/sending/sendStates.ts'
import { maySend, openSendWindow, SEND_DEADLINE_MS } from '../../../src/services/shared/sending/sendWindows.ts'
import { useDatabase } from '../../kit/server/database.ts'

useDatabase()
const original = { ...clock }
beforeAll(async () => {
  await startLiveness(pool.options.connectionString!)
  let time = nowMs()
  // What waits moves the clock itself.
  Object.assign(clock, { now: () => new Date(time), after: (ms: number, call: () => void) => ((time += ms), queueMicrotask(call), () => {}) })
})
afterAll(async () => {
  Object.assign(clock, original)
  await stopLiveness()
})

const DEAD = '00000000-0000-4000-8000-000000000000'
const isFinal = (state: SendState) => state === 'placed' || state === 'refused'

/** What happens to a process at one of its steps: a request to the vendor, or a write. */
const trouble = fc.record({
  step: fc.integer({ min: 1, max: 6 }),
  kind: fc.constantFrom('none', 'dies before', 'dies after', 'stops before', 'stops after'),
})
const scenario = fc.record({
  answer: fc.constantFrom('accepted', 'refused', 'unreachable', 'accepted, but lost', 'not accepted, and lost'),
  isAwaited: fc.boolean(),
  listLagMs: fc.constantFrom(0, 2_000, 90_000),
  sender: trouble,
  events: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('reconcile' as const), trouble, isVendorDown: fc.boolean() }),
      fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(100, 1_000, 20_000, 70_000) }),
      fc.constantFrom({ type: 'webhook' as const }, { type: 'resume' as const }, { type: 'reconcile at once' as const }),
    ),
    { maxLength: 12 },
  ),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

/** A process that stops being run at the given step: dead, or suspended until `resume`. */
function createProcess({ step, kind }: Scenario['sender'], onDeath: () => void) {
  let steps = 0
  let halt!: () => void
  let resume!: () => void
  const halted = new Promise<void>((resolve) => (halt = resolve))
  const resumed = new Promise<void>((resolve) => (resume = resolve))
  const pass = async (moment: 'before' | 'after') => {
    if (steps !== step) return
    if (kind === `dies ${moment}`) return (onDeath(), halt(), new Promise<void>(() => {}))
    if (kind === `stops ${moment}`) return (halt(), resumed)
  }
  const run =
    <Args extends unknown[], Result>(effect: (...args: Args) => Result) =>
    async (...args: Args): Promise<Result> => {
      steps += 1
      await pass('before')
      try {
        return effect(...args)
      } finally {
        await pass('after')
      }
    }
  return { run, resume: () => resume(), halted, hasStoppedFirst: kind === 'stops before' && step === 1 }
}

/** Runs a scenario to its end. Returns what the vendor and the row went through. */
async function play({ answer, isAwaited, listLagMs, sender, events }: Scenario) {
  const row = { state: 'sending' as SendState, owner: requireProcessId() as string | null, createdAt: clock.now(), reconcileAfter: null as Date | null }
  const vendor = { requests: 0, acceptedAt: null as number | null }
  const history: SendState[] = [row.state]
  const record = (next: SendState) => {
    if (!canBecome(row.state, next)) return
    row.state = next
    history.push(next)
  }
  const markUnknown = (reconcileAfter: Date) => {
    if (row.state === 'sending') row.reconcileAfter = reconcileAfter
    record('unknown')
  }
  const ask = () => {
    vendor.requests += 1
    if (answer.startsWith('accepted')) vendor.acceptedAt = nowMs()
    if (answer === 'accepted') return {}
    throw new VendorError(answer === 'refused' ? 'rejected' : answer === 'unreachable' ? 'unavailable' : 'unknown_outcome', answer)
  }
  const find = () => (vendor.acceptedAt !== null && nowMs() >= vendor.acceptedAt + listLagMs ? {} : null)

  const senderProcess = createProcess(sender, () => (row.owner = DEAD))
  const read = () => ({ ...row })
  const sent = sendOnce<ReturnType<typeof read>, object>({
    ask: senderProcess.run(ask),
    find: isAwaited ? senderProcess.run(find) : undefined,
    listLagMs,
    confirm: senderProcess.run(() => (record('placed'), read())),
    refuse: senderProcess.run(() => record('refused')),
    markUnknown: senderProcess.run(markUnknown),
    read: senderProcess.run(read),
    isRefused: ({ state }) => state === 'refused',
  }).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  await Promise.race([sent, senderProcess.halted])

  const reconcile = async (fault: Scenario['sender'] = { step: 1, kind: 'none' }, isVendorDown = false) => {
    const { run, halted } = createProcess(fault, () => {})
    const seen = read()
    const work =
      seen.state === 'sending'
        ? checkSender(seen, { postpone: async () => {}, markUnknown: run(() => markUnknown(new Date(nowMs() + listLagMs))) })
        : seen.state === 'unknown'
          ? resolveUnknown(seen, {
              find: run(() => (isVendorDown ? undefined : find())),
              adopt: run(() => record('placed')),
              refuse: run(() => record('refused')),
              postpone: async () => {},
            })
          : undefined
    await Promise.race([work, halted])
  }
  for (const event of events) {
    if (event.type === 'reconcile') await reconcile(event.trouble, event.isVendorDown)
    else if (event.type === 'reconcile at once') await Promise.all([reconcile(), reconcile()])
    else if (event.type === 'wait') clock.after(event.ms, () => {})
    else if (event.type === 'webhook' && vendor.acceptedAt !== null) record('placed')
    else if (event.type === 'resume') senderProcess.resume()
  }
  for (let round = 0; round < 10 && !isFinal(row.state); round += 1) {
    clock.after(60_000, () => {})
    await reconcile()
  }
  const end = row.state
  senderProcess.resume()
  if (sender.kind.startsWith('stops')) await sent
  if (vendor.acceptedAt !== null) record('placed')
  await reconcile()
  const outcome = await Promise.race([sent, Promise.resolve(null)])
  return { vendor, history, end, row, outcome, mayBeGivenUp: senderProcess.hasStoppedFirst }
}

test('whatever the vendor answers and whoever dies or stops when, a send is asked for at most once and ends in one final state, which is true', async () => {
  const ends: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      const { vendor, history, end, row, outcome, mayBeGivenUp } = await play(given)
      expect(vendor.requests).toBeLessThanOrEqual(1)
      expect(isFinal(end), history.join()).toBe(true)
      expect(row.state).toBe(end)
      expect(history.filter(isFinal)).toEqual([end])
      for (const [index, state] of history.slice(1).entries()) expect(canBecome(history[index]!, state), history.join()).toBe(true)
      if (end === 'placed') expect(vendor.acceptedAt).not.toBeNull()
      // A sender that is stopped for minutes just before it asks finds its send given up; nobody can call the request back.
      if (end === 'refused' && !mayBeGivenUp) expect(vendor.acceptedAt).toBeNull()
      // An error tells the caller that nothing was sent.
      if (outcome && 'error' in outcome) expect([end, outcome.error instanceof VendorError]).toEqual(['refused', true])
      ends[history.join()] = (ends[history.join()] ?? 0) + 1
    }),
    { numRuns: 1_000 },
  )
  // The scenarios reach every path of the table.
  expect(Object.keys(ends).toSorted()).toEqual(['sending,placed', 'sending,refused', 'sending,unknown,placed', 'sending,unknown,refused'])
})

test('nothing is sent after the deadline, or by a process that others may take for dead', () => {
  const sendWindow = openSendWindow()
  expect(maySend(sendWindow)).toBe(true)
  expect(maySend({ ...sendWindow, openedAt: sendWindow.openedAt - SEND_DEADLINE_MS - 1 })).toBe(false)
  expect(maySend({ ...sendWindow, owner: DEAD })).toBe(false)
})
