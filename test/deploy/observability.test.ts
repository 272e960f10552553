import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { useTestServer } from '../kit/server/testServer.ts'

const TOKEN = 'a-token-of-sixteen-or-more'
const testServer = useTestServer({ env: { METRICS_TOKEN: TOKEN } })
const scrape = async () => (await fetch(`${testServer().url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()

interface Rule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}
const FOLDER = 'deploy/observability'
const { groups } = load(readFileSync(`${FOLDER}/alerts.yaml`, 'utf8')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

interface Panel {
  id: number
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { refId: string; expr: string }[]
}
const { panels } = JSON.parse(readFileSync(`${FOLDER}/grafana.json`, 'utf8')) as { panels: Panel[] }

const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ refId, expr }) => [`${title} ${refId}`, expr] as const)),
]

/** Lists the nodes of a query of one kind. An error of the parser is a node as well. */
function listNodes(expr: string, kind: string): string[] {
  const found: string[] = []
  parser.parse(expr).iterate({ enter: ({ type, from, to }) => void ((type.isError ? '⚠' : type.name) === kind && found.push(expr.slice(from, to))) })
  return found
}

test.each(queries)('the query of %s is PromQL', (_, expr) => {
  expect(listNodes(expr, '⚠'), expr).toEqual([])
  expect(listNodes(expr, 'VectorSelector'), expr).not.toEqual([])
})

test('every metric and label of the board and the alert rules is one that the server has', async () => {
  const text = await scrape()
  const names = new Set([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) => (type === 'histogram' ? [`${name}_bucket`] : [name!])))
  const used = queries.flatMap(([, expr]) => listNodes(expr, 'VectorSelector').map((selector) => selector.split(/[{[]/, 1)[0]!))
  // Prometheus itself adds `up`.
  expect([...new Set(used)].filter((name) => name !== 'up' && !names.has(name))).toEqual([])
})

test('no gauge has the name of a counter, and every counter has', async () => {
  const types = [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => ({ name: name!, type: type! }))
  expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
})

test('every alert says how urgent it is, what is wrong and what to do', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const rule of rules) {
    expect.soft(rule.for, rule.alert).toMatch(/^\d+m$/)
    expect.soft(['critical', 'warning'], rule.alert).toContain(rule.labels.severity)
    expect.soft([rule.annotations.summary, rule.annotations.action].every(Boolean), rule.alert).toBe(true)
  }
})

test('the panels of the board stand side by side', () => {
  const isApart = (a: Panel['gridPos'], b: Panel['gridPos']) => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y
  for (const a of panels) for (const b of panels) if (a.id < b.id) expect.soft(isApart(a.gridPos, b.gridPos), `${a.title}, ${b.title}`).toBe(true)
})

test("the page about monitoring describes every metric of the server's own", async () => {
  const page = readFileSync('docs/observability.md', 'utf8')
  const text = await scrape()
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!).filter((name) => !/_(nodejs|process)_/.test(name))
  expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([])
})
