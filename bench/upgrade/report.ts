import type { Earlier } from './earlier.ts'
import type { UpgradeResult } from './run.ts'
import type { Phase, Sent } from './traffic.ts'

const PHASES: Phase[] = ['before', 'migration', 'earlier servers, new tables', 'replacement', 'after']
const MOST_LISTED = 10

/** Whether no request failed, no webhook was refused, and every claim holds. */
export const isFlawless = ({ sent, refusedWebhooks, claims }: UpgradeResult) =>
  failuresOf(sent).length === 0 && refusedWebhooks === 0 && claims.every(({ breaches }) => breaches.length === 0)

const failuresOf = (sent: Sent[]) => sent.filter(({ failure }) => failure !== null)

/** The report as Markdown. */
export function formatUpgrade(result: UpgradeResult, { name }: Earlier): string {
  const { sent, migrations, migrationMs, refusedWebhooks, claims, complaints } = result
  const phases = PHASES.map((phase) => {
    const all = sent.filter((each) => each.phase === phase)
    const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const [median, slowest] = [times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? 0]
    return `| ${phase} | ${all.length} | ${failuresOf(all).length} | ${median.toFixed(0)} | ${slowest.toFixed(0)} |`
  })
  return [
    `From ${name}: ${migrations.length} migrations in ${(migrationMs / 1000).toFixed(1)} s.`,
    '',
    '| Phase | Requests | Failed | Median, ms | Slowest, ms |',
    '|---|--:|--:|--:|--:|',
    ...phases,
    '',
    ...listed(failuresOf(sent).map(({ phase, request, failure }) => `- Failed (${phase}): ${request}: ${failure}`)),
    `- Webhooks of the voice provider that were not acknowledged: ${refusedWebhooks}`,
    ...claims.flatMap(({ claim, checked, breaches }) => [
      `- ${breaches.length === 0 ? 'True' : 'FALSE'}: ${claim} (${checked})`,
      ...listed(breaches.map((breach) => `  - ${breach}`)),
    ]),
    ...(['earlier', 'new'] as const).flatMap((version) => listed(complaints[version].map(([message, count]) => `- Log, ${version}: ${message} (${count})`))),
  ].join('\n')
}

const listed = (lines: string[]) => (lines.length > MOST_LISTED ? [...lines.slice(0, MOST_LISTED), `- … ${lines.length - MOST_LISTED} more`] : lines)
