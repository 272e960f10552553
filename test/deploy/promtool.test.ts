import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { LATE } from '../../src/services/operator/serverStatus.ts'

const FOLDER = 'deploy/observability'
const read = (name: string): unknown => load(readFileSync(`${FOLDER}/${name}`, 'utf8'))
const { groups } = read('alerts.yaml') as { groups: { rules: { alert: string; expr: string }[] }[] }
const rules = groups.flatMap((group) => group.rules)
const { tests } = read('alerts.test.yaml') as { tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[] }
const cases = tests.flatMap((each) => each.alert_rule_test)

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) process.stdout.write('Not tried: the alert rules in Prometheus, because this machine has no promtool (package prometheus).\n')

describe.runIf(hasPromtool)('in Prometheus', () => {
  const run = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' })

  test('the alert rules are valid', () => {
    const { status, stdout, stderr } = run('check', 'rules', `${FOLDER}/alerts.yaml`)
    expect(status, stdout + stderr).toBe(0)
  })

  test('each alert fires with its fault, after its time, and with its text', () => {
    const { status, stdout, stderr } = run('test', 'rules', `${FOLDER}/alerts.test.yaml`)
    expect(status, stdout + stderr).toBe(0)
  })
})

test('every alert has a case in which it fires', () => {
  const firing = cases.filter(({ exp_alerts: alerts }) => alerts?.length).map(({ alertname }) => alertname)
  expect(firing.sort()).toEqual(rules.map(({ alert }) => alert).sort())
})

test.each([
  ['jobs', 'CallwrightJobsLate'],
  ['webhooks', 'CallwrightWebhooksLate'],
  ['provider_webhooks', 'CallwrightProviderEventsLate'],
  ['dialing', 'CallwrightDialsLate'],
] as const)('the status page calls %s late exactly when the alert %s does', (check, alert) => {
  const { expr } = rules.find((rule) => rule.alert === alert)!
  expect(Number(/> (\d+)$/.exec(expr.trim())?.[1])).toBe(LATE[check].late)
})

test('the status page has a limit for each of its checks of late work', () => {
  expect(Object.keys(LATE).sort()).toEqual(['dialing', 'jobs', 'provider_webhooks', 'webhooks'])
})
