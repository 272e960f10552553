import { beforeEach, describe, expect, test } from 'vitest'
import { anyWorkspace, transaction } from '../../../src/kernel/db/db.ts'
import * as messageOutcomes from '../../../src/services/messages/messageOutcomes.ts'
import * as alertWatch from '../../../src/services/alerts/alertWatch.ts'
import { makeMessage, makeSmsNumber } from '../../kit/fixtures/rows.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { closeAll, numberOf, type AlertWorkspace, createAlertWorkspace, times } from './alertKit.ts'

const testServer = useTestServer({ env: { ROLE: 'api' } })
let workspace: AlertWorkspace
beforeEach(async () => {
  workspace = await createAlertWorkspace(testServer())
})
const calls = async (statuses: string[], numberId: number | null = null) => {
  await closeAll(workspace.acme.id, statuses, numberId)
  await alertWatch.checkNoted()
}
const alertsOf = async (kind: string, owner = workspace) => (await owner.alerts(false)).filter((alert) => alert.type === kind)

describe('the failure rate', () => {
  beforeEach(() => workspace.set({ failureRatePercent: 50, failureRateCalls: 10, numberUnansweredPercent: null }))

  test('raises one alert at the limit, and none below it or with too few calls', async () => {
    await calls([...times(4, 'failed'), ...times(5, 'completed')])
    expect(await alertsOf('failure_rate')).toEqual([])
    await calls(['no_answer'])
    expect(await alertsOf('failure_rate')).toEqual([])
    await calls(['failed', 'failed'])
    await calls(times(5, 'failed'))
    expect(await alertsOf('failure_rate')).toMatchObject([
      {
        clearedAt: null,
        subject: '',
        path: '/calls?status=failed',
        data: { failed: expect.any(Number), of: 10, limit_percent: 50, reason: 'dial_failed' },
        title: 'Many calls are failing',
        message: expect.stringMatching(
          /^\d+ of the last 10 calls failed for technical reasons \(\d+%, limit 50%\)\. Most of them have the end reason "dial_failed"\.$/,
        ),
      },
    ])
  })

  test('does not count unanswered, busy and canceled calls', async () => {
    await calls([...times(4, 'no_answer'), ...times(4, 'busy'), ...times(4, 'canceled'), 'failed'])
    expect(await alertsOf('failure_rate')).toEqual([])
  })

  test('is cleared once it is well below the limit, and can be raised again', async () => {
    await calls(times(10, 'failed'))
    await calls(times(5, 'completed'))
    expect(await alertsOf('failure_rate')).toMatchObject([{ clearedAt: null }])
    await calls(['completed'])
    expect(await alertsOf('failure_rate')).toMatchObject([{ clearedAt: expect.any(String) }])
    await calls(times(10, 'failed'))
    expect(await alertsOf('failure_rate')).toMatchObject([{ clearedAt: null }, { clearedAt: expect.any(String) }])
  })

  test('stays dismissed while it is raised', async () => {
    await calls(times(10, 'failed'))
    const [alert] = await workspace.alerts()
    await workspace.gql('mutation ($id: ID!) { dismissAlert(id: $id) { id } }', { id: alert!.id })
    await calls(times(10, 'failed'))
    expect([await workspace.alerts(), (await alertsOf('failure_rate')).length]).toEqual([[], 1])
  })

  test('is raised once by sweeps of several processes if the process that closed the calls died', async () => {
    await closeAll(workspace.acme.id, times(10, 'failed'))
    await Promise.all([alertWatch.sweep(), alertWatch.sweep(), alertWatch.checkNoted(), alertWatch.sweep()])
    expect(await alertsOf('failure_rate')).toHaveLength(1)
  })

  test('does not affect another workspace', async () => {
    const other = await createAlertWorkspace(testServer())
    await calls(times(10, 'failed'))
    await alertWatch.sweep()
    expect(await alertsOf('failure_rate', other)).toEqual([])
  })

  test('applies new limits immediately, in both directions', async () => {
    await calls([...times(7, 'completed'), ...times(3, 'failed')])
    await workspace.set({ failureRatePercent: 30 })
    expect(await alertsOf('failure_rate')).toMatchObject([{ clearedAt: null, data: { limit_percent: 30, percent: 30 } }])
    await workspace.set({ failureRatePercent: null })
    expect(await alertsOf('failure_rate')).toMatchObject([{ clearedAt: expect.any(String) }])
  })

  test('ignores a closing that was rolled back', async () => {
    await closeAll(workspace.acme.id, times(9, 'failed'))
    const open = await anyWorkspace.call.findFirstOrThrow({ where: { workspaceId: workspace.acme.id }, orderBy: { id: 'desc' } })
    const crashed = transaction(async (tx) => {
      alertWatch.noteClosed(tx, open)
      throw new Error('crashed')
    })
    await expect(crashed).rejects.toThrow('crashed')
    await alertWatch.checkNoted()
    expect(await alertsOf('failure_rate')).toEqual([])
  })
})

describe('a number', () => {
  beforeEach(() => workspace.set({ failureRatePercent: null, numberUnansweredPercent: 80, numberUnansweredCalls: 5 }))

  test('that hardly reaches anyone raises its own alert, until contacts answer again', async () => {
    const number = await numberOf(workspace.acme)
    await calls(['completed', 'no_answer', 'busy', 'voicemail', 'canceled', 'canceled'], number.id)
    expect(await alertsOf('number_unhealthy')).toEqual([])
    await calls(['failed'], number.id)
    expect(await alertsOf('number_unhealthy')).toMatchObject([
      { subject: String(number.id), path: `/numbers/${number.id}`, data: { unanswered: 4, of: 5, percent: 80, phone_number: number.phoneNumber } },
    ])
    await calls(['completed', 'completed'], number.id)
    expect(await alertsOf('number_unhealthy')).toMatchObject([{ clearedAt: expect.any(String) }])
  })

  /** Creates and closes 35 calls, one after another. */
  test('is evaluated by its own calls, however many others there are', async () => {
    const [first, second] = [await numberOf(workspace.acme), (await makeSmsNumber(workspace.acme.id, '+14155550777')).number]
    await calls(times(5, 'no_answer'), first.id)
    await calls(times(30, 'completed'), second.id)
    await alertWatch.sweep()
    expect(await alertsOf('number_unhealthy')).toMatchObject([{ subject: String(first.id), clearedAt: null }])
  })

  test('that is disconnected has no alerts', async () => {
    const number = await numberOf(workspace.acme)
    await calls(times(5, 'no_answer'), number.id)
    expect(await workspace.alerts()).toHaveLength(1)
    await (await workspace.acme.key()).delete(`/phone-numbers/${number.id}`)
    expect(await workspace.alerts()).toEqual([])
  })
})

test('a carrier that rejects the account raises one alert, which an accepted message or a new connection clears', async () => {
  const texter = await makeSmsNumber(workspace.acme.id, '+14155550778')
  const refuse = async (reason: string) => messageOutcomes.fail(await makeMessage(texter), { reason })
  await refuse('rejected')
  expect(await alertsOf('carrier_failing')).toEqual([])
  await refuse('bad_credentials')
  await refuse('bad_credentials')
  expect(await alertsOf('carrier_failing')).toMatchObject([
    {
      subject: String(texter.connection.id),
      title: 'The carrier rejects your account: twilio',
      message: expect.stringContaining('the credentials are wrong or no longer valid'),
      path: '/carriers',
    },
  ])
  await alertWatch.sweep()
  expect(await workspace.alerts()).toHaveLength(1)
  await messageOutcomes.confirm(await makeMessage(texter), { carrierMessageId: 'm1', status: 'sent' })
  await alertWatch.sweep()
  expect(await workspace.alerts()).toEqual([])
})

describe('the settings', () => {
  test('have defaults, change the given fields, and are restored by null', async () => {
    const defaults = {
      failureRatePercent: 50,
      failureRateCalls: 20,
      webhookFailures: 5,
      numberUnansweredPercent: 90,
      numberUnansweredCalls: 30,
      emails: [],
      mutedTypes: [],
      canSendEmail: false,
    }
    expect(await workspace.set({ failureRateCalls: null })).toEqual(defaults)
    const changed = { failureRatePercent: null, webhookFailures: 1, emails: ['A@Example.com', ' a@example.com', 'b@example.com'], mutedTypes: ['low_balance'] }
    expect(await workspace.set(changed)).toEqual({ ...defaults, ...changed, emails: ['a@example.com', 'b@example.com'] })
    expect(await workspace.set({ emails: null, mutedTypes: null })).toMatchObject({ emails: [], mutedTypes: [], webhookFailures: 1 })
  })

  test.each([
    [{ failureRatePercent: 0 }, 'failureRatePercent'],
    [{ failureRatePercent: 101 }, 'failureRatePercent'],
    [{ failureRateCalls: 4 }, 'failureRateCalls'],
    [{ numberUnansweredCalls: 501 }, 'numberUnansweredCalls'],
    [{ webhookFailures: 0 }, 'webhookFailures'],
    [{ emails: ['no address'] }, 'emails'],
    [{ emails: ['a@example.com\r\nBcc: b@example.com'] }, 'emails'],
    [{ emails: ['"a b"@example.com'] }, 'emails'],
    [{ emails: Array.from({ length: 21 }, (_, nth) => `a${nth}@example.com`) }, 'emails'],
    [{ mutedTypes: ['everything'] }, 'mutedTypes'],
  ])('reject invalid values: %j', async (input, field) => {
    const { errors } = await workspace.ask('mutation ($input: AlertSettingsInput!) { updateAlertSettings(input: $input) { emails } }', { input })
    expect(errors![0]!.extensions).toMatchObject({ code: field === 'mutedTypes' ? 'BAD_REQUEST' : 'UNPROCESSABLE_ENTITY' })
    expect(JSON.stringify(errors)).toContain(field)
  })

  test('require a change, and a member who can manage members', async () => {
    const { errors } = await workspace.ask('mutation { updateAlertSettings(input: {}) { emails } }')
    expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_REQUEST' })
    const key = await workspace.acme.key()
    await expect(key.gql('mutation { updateAlertSettings(input: { emails: [] }) { emails } }')).rejects.toThrow('Missing scope: members:write')
  })

  test('no email is enqueued without a mail server', async () => {
    await workspace.set({ emails: ['a@example.com'] })
    await workspace.debit('6')
    expect(await workspace.alerts()).toMatchObject([{ type: 'low_balance', emails: [] }])
  })
})
