import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Measured, Round } from './measure.ts'
import { middle, ratio, type Result, type Verdict, verdicts } from './numbers.ts'

const FILE = 'bench/results/latest.json'
const PAGE = 'docs/performance.md'
const HEAD = ['contender', 'server µs', '(least–most)', 'pg µs', 'statements', 'p50 ms', 'p99 ms', 'req/s', '× server', '× server + pg']
const server = (round: Round) => round.server
const serverAndPostgres = (round: Round) => round.server + (round.postgres ?? Number.NaN)

/** Formats an operation's results as a Markdown table that is also readable in a terminal. */
export function table({ operation: { title, mark }, measured }: Result): string {
  const to = measured.find(({ contender }) => contender === mark)
  const rows = measured.map((contender) => cells(contender, to))
  const widths = HEAD.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)))
  const line = (row: string[]) => `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [`### ${title}`, '', line(HEAD), rule, ...rows.map(line)].join('\n')
}

function cells(measured: Measured, reference: Measured | undefined): string[] {
  const servers = measured.rounds.map(server)
  const knowsPostgres = measured.rounds.every(({ postgres }) => postgres !== null)
  return [
    measured.contender,
    middle(measured, server).toFixed(0),
    `${Math.min(...servers).toFixed(0)}–${Math.max(...servers).toFixed(0)}`,
    knowsPostgres ? middle(measured, ({ postgres }) => postgres!).toFixed(0) : 'n/a',
    measured.statements.toFixed(2),
    middle(measured, ({ p50 }) => p50).toFixed(2),
    middle(measured, ({ p99 }) => p99).toFixed(1),
    middle(measured, ({ perSecond }) => perSecond).toFixed(0),
    reference ? ratio(measured, reference, server).toFixed(2) : '',
    reference && knowsPostgres ? ratio(measured, reference, serverAndPostgres).toFixed(2) : '',
  ]
}

/** Formats the targets as lines, met or missed. */
export const aims = (results: Result[]): string => verdicts(results).map(aimLine).join('\n')

const aimLine = ({ aim, ratio: value, isMet }: Verdict) => `- ${isMet ? 'met' : 'MISSED'}: ${aim.text} (${value.toFixed(2)}, at most ${aim.most.toFixed(2)})`

export const machine = () => `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${process.platform}`

/** Returns a warning if the machine is busy; null on an idle machine. */
export function disturbance(): string | null {
  const [load] = loadavg()
  if (load! < 1) return null
  return `This machine is busy (load ${load!.toFixed(1)}). System calls then cost several times as much for every contender, so ratios are closer to 1.`
}

/** Writes all measurements as JSON, for programs. */
export function keepResults(results: Result[], setting: object) {
  mkdirSync('bench/results', { recursive: true })
  const content = {
    at: new Date().toISOString(),
    machine: machine(),
    ...setting,
    operations: results.map(({ operation: { name, title }, measured }) => ({ name, title, measured })),
    aims: verdicts(results),
  }
  writeFileSync(FILE, `${JSON.stringify(content, null, 2)}\n`)
}

/** Writes the results to their place in the documentation. */
export function saveResults(results: Result[], rounds: number) {
  const text = [`${machine()}; medians of ${rounds} rounds.`, ...results.map(table), '### Targets', aims(results)].join('\n\n')
  const marked = /(<!-- results -->\n)[\s\S]*?(<!-- end of results -->)/
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(marked, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`),
  )
}
