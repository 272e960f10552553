import { Gauge } from 'prom-client'
import { settings } from '../../kernel/config/settings.ts'
import { version } from '../../kernel/config/version.ts'
import { listPools } from '../../kernel/db/db.ts'
import { log } from '../../kernel/log.ts'
import { serverRegistry } from '../../kernel/metrics.ts'
import { perServer } from '../../kernel/serverState.ts'
import { VOICE_ENGINES } from '../../kernel/vocabulary/engines.ts'
import { readState } from './serverState.ts'

/** Gauges of `serverState.ts`, the same in every process: name, meaning, and label if it has one. */
const STATE_GAUGES: Record<string, [name: string, help: string, label?: 'status' | 'provider']> = {
  calls: ['callwright_calls', 'Calls that have not finished, by status', 'status'],
  campaigns_running: ['callwright_campaigns_running', 'Running campaigns'],
  dial_lag: ['callwright_dial_lag_seconds', 'How long the campaign that is most overdue has waited for the dialer'],
  slots_used: ['callwright_provider_slots_used', 'Concurrent calls at a voice provider, if they are limited', 'provider'],
  rate_wait: ['callwright_provider_rate_wait_seconds', 'Time until the next free token of the rate of new calls', 'provider'],
  oldest_call_check: ['callwright_call_check_oldest_seconds', 'How long the most overdue check of a call has waited'],
  oldest_message_check: ['callwright_message_check_oldest_seconds', 'How long the most overdue check of a message has waited'],
  oldest_event: ['callwright_provider_event_oldest_seconds', "How long the oldest of the voice providers' webhooks has waited to be processed"],
  oldest_webhook: ['callwright_webhook_oldest_seconds', 'How long the webhook attempt that is most overdue has waited'],
  jobs_waiting: ['callwright_jobs_waiting', 'Jobs that are due and wait, 10000 at most'],
  oldest_job: ['callwright_job_oldest_seconds', 'How long the most overdue job has waited'],
  jobs_failed: ['callwright_jobs_failed', 'Jobs that have failed for the last time'],
}

const gauges = perServer(() => {
  const registers = [serverRegistry()]
  return {
    state: Object.entries(STATE_GAUGES).map(([key, [name, help, label]]) => ({
      key,
      label,
      gauge: new Gauge({ name, help, labelNames: label ? [label] : [], registers }),
    })),
    isRead: new Gauge({ name: 'callwright_state_read', help: 'Whether the database answered the question for the state of the work', registers }),
    slots: new Gauge({
      name: 'callwright_provider_slots',
      help: 'Maximum concurrent calls at a voice provider, if limited',
      labelNames: ['provider'],
      registers,
    }),
    rate: new Gauge({ name: 'callwright_provider_calls_per_second', help: 'Maximum new calls per second, if limited', labelNames: ['provider'], registers }),
    connections: new Gauge({ name: 'callwright_database_connections', help: 'Connections of this process', labelNames: ['pool', 'state'], registers }),
    waiting: new Gauge({ name: 'callwright_database_waiting', help: 'Statements of this process that wait for a connection', labelNames: ['pool'], registers }),
    build: new Gauge({ name: 'callwright_build_info', help: 'Version of this process', labelNames: ['version'], registers }),
  }
})

/** Sets the gauges that a scrape reads: limits, the pools of this process, and the state of the work. Never throws. */
export async function measure(): Promise<void> {
  const own = gauges()
  own.build.set({ version }, 1)
  measurePools()
  for (const provider of VOICE_ENGINES) {
    const { maxCalls, callsPerSecond } = settings.accounts[provider]
    if (maxCalls !== null) own.slots.set({ provider }, maxCalls)
    if (callsPerSecond !== null) own.rate.set({ provider }, callsPerSecond)
  }
  const rows = await readState().catch((err: Error) => (log.warn({ err: err.message }, 'could not read the state for metrics'), null))
  own.isRead.set(rows ? 1 : 0)
  for (const { gauge } of own.state) gauge.reset()
  for (const { name, label: value, value: count } of rows ?? []) {
    const { gauge, label } = own.state.find(({ key }) => key === name)!
    gauge.set(label ? { [label]: value } : {}, count)
  }
  // Gauges without a label show 0 after a reset, which would hide that nothing is known.
  if (!rows) for (const { gauge, label } of own.state) if (!label) gauge.set(NaN)
}

function measurePools() {
  const { connections, waiting } = gauges()
  for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(listPools())) {
    connections.set({ pool, state: 'busy' }, totalCount - idleCount)
    connections.set({ pool, state: 'idle' }, idleCount)
    waiting.set({ pool }, waitingCount)
  }
}
