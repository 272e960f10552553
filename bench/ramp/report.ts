import { disturbance, machine } from '../report.ts'
import type { RampOptions } from './options.ts'
import { findHold, paceOf, type Hold } from './phases.ts'
import type { Claim } from './proof.ts'
import type { RampResult } from './run.ts'
import type { Spread } from './spread.ts'

const SHOWN = 5
const DIAL_LAG =
  'Dial lag is the time that a free place of a campaign stayed empty while leads were waiting: from the end of a call until the voice provider has placed the ' +
  'next call in its place. The wait for the limit of new calls a second is part of it.'
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`
const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : '–')
const seconds = (value: number) => (value / 1000).toFixed(1)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Whether no claim is broken. */
export const isProven = (claims: Claim[]) => claims.every(({ breaches }) => breaches.length === 0)

/** Formats a run as Markdown that is also readable in a terminal. */
export function formatReport(result: RampResult, options: RampOptions, warning: string | null = disturbance()): string {
  const hold = findHold(result, options)
  return [
    `${machine()}; ${options.calls} calls at once in ${options.workspaces} workspaces for ${options.minutes} minutes, ${options.servers} servers` +
      `${options.speed === 1 ? '' : `, ${options.speed} times real time`}.${warning ? ` ${warning}` : ''}`,
    formatCalls(result, options, hold),
    formatTimes(result),
    formatUse(result, hold),
    formatProof(result.claims),
    ...formatComplaints(result.complaints),
  ].join('\n\n')
}

function formatCalls(result: RampResult, options: RampOptions, { reachedAt, samples }: Hold): string {
  const { dialing, gateway, watchers, latencies, downMs } = result
  const pace = paceOf(result, reachedAt)
  const counts = samples.map(({ calls }) => calls)
  const notDialed = Object.entries(dialing.notDialed).map(([reason, count]) => `${count} ${reason}`)
  return [
    row('calls', ''),
    '|---|--:|',
    row('seconds until nearly all were active', reachedAt === null ? 'never' : seconds(reachedAt - result.startedAt)),
    row('at once from then on: fewest, mean, most', `${Math.min(...counts)}, ${mean(counts).toFixed(0)}, ${Math.max(...counts)}`),
    row(`begun a second until then (the provider accepts ${options.rate})`, pace.ramp.toFixed(1)),
    row('begun a second in the busiest ten seconds', pace.busiest.toFixed(1)),
    row('placed, seconds each', `${dialing.dialedAt.length}, ${dialing.callSeconds.toFixed(1)}`),
    row('not placed', notDialed.join(', ') || 0),
    row('webhooks of the provider acknowledged, a second', (gateway.acknowledgement.count / ((result.settledAt - result.startedAt) / 1000)).toFixed(1)),
    row('webhooks of the provider refused, and sent again', `${gateway.refused}, ${gateway.repeated}`),
    row('connections to PostgreSQL, most', Math.max(...result.samples.map(({ connections }) => connections))),
    row('seconds without the killed server', downMs === null ? 'no kill' : seconds(downMs)),
    row('watchers that connected again, longest gap in seconds', `${watchers.reconnects}, ${seconds(watchers.longestGapMs)}`),
    row('lines timed, of which no watcher saw', `${latencies.lines}, ${latencies.unseenLines}`),
    row('`call.completed` delivered more than once', result.repeatedDeliveries),
    row('seconds from the pause until all was settled', seconds(result.settledAt - result.pausedAt)),
  ].join('\n')
}

function formatTimes({ gateway, latencies, dialing }: RampResult): string {
  const lines: [string, Spread][] = [
    ['webhook acknowledged', gateway.acknowledgement],
    ['line spoken to line at the watcher', latencies.spokenToWatcher],
    ['· from the arrival of its webhook', latencies.gatewayToWatcher],
    ['end of call to `call.completed` delivered', latencies.endToDelivery],
    ["· from the arrival of the provider's last report", latencies.reportToDelivery],
    ['dial lag', dialing.lag],
    ['call committed to call placed', dialing.sending],
  ]
  const cells = lines.map(([name, { count, p50, p95, p99, max }]) => row(name, count, ms(p50), ms(p95), ms(p99), ms(max)))
  return `${[row('ms', 'number', 'p50', 'p95', 'p99', 'most'), '|---|--:|--:|--:|--:|--:|', ...cells].join('\n')}\n\n${DIAL_LAG}`
}

function formatUse({ dialing, samples: all }: RampResult, { samples }: Hold): string {
  const names = [...new Set(all.flatMap(({ uses }) => uses.map(({ part }) => part)))].toSorted()
  const lines = names.map((name) => {
    const usesIn = (list: typeof samples) => list.flatMap(({ uses }) => uses.filter(({ part }) => part === name))
    const cpu = usesIn(samples).map((use) => use.cpu)
    const memory = usesIn(all).flatMap((use) => use.memory ?? [])
    const total = usesIn(all).reduce((sum, use) => sum + use.cpu, 0)
    return row(
      name,
      (mean(cpu) * 100).toFixed(0),
      (Math.max(0, ...cpu) * 100).toFixed(0),
      ((total * 1000) / dialing.dialedAt.length).toFixed(1),
      (Math.max(0, ...memory) / 1_000_000).toFixed(0),
    )
  })
  return [row('part', '% of a core', 'busiest second', 'CPU a call, ms', 'most memory, MB'), '|---|--:|--:|--:|--:|', ...lines].join('\n')
}

function formatProof(claims: Claim[]): string {
  const lines = claims.flatMap(({ claim, checked, breaches }) => [
    `- ${breaches.length === 0 ? 'true' : `**BROKEN ${breaches.length} times**`}: ${claim} (${checked})`,
    ...breaches.slice(0, SHOWN).map((breach) => `  - ${breach}`),
  ])
  return lines.join('\n')
}

const formatComplaints = (complaints: RampResult['complaints']) =>
  complaints.length === 0
    ? []
    : [
        [
          row("warnings and errors in the servers' logs", ''),
          '|---|--:|',
          ...complaints.slice(0, SHOWN).map(([message, count]) => row(message.replaceAll('|', '/').slice(0, 160), count)),
        ].join('\n'),
      ]
