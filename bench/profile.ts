import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contestant } from './contestants.ts'
import type { Prepared } from './ground.ts'
import { fire } from './load.ts'
import type { Contender, Operation } from './operations.ts'

interface Frame {
  functionName: string
  url: string
  lineNumber: number
}
interface Profile {
  nodes: { id: number; callFrame: Frame }[]
  samples: number[]
  timeDeltas: number[]
}

const WARM_UP = 3000

/** Profiles a contender's CPU for each operation: by package, by file, by function. */
export async function profile(operations: Operation[], contender: Contender, { child, url }: Contestant, { environment, simulator }: Prepared) {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-profile-'))
  for (const { name, title, status, requests, contenders } of operations) {
    const shot = contenders[contender]
    if (!shot) continue
    const shoot = (count: number) => fire(url, count, status, () => shot(environment))
    await shoot(Math.min(WARM_UP, requests))
    await simulator.ask('forget')
    const file = join(folder, `${name}.cpuprofile`)
    await child.ask('startProfile')
    const before = await child.ask<NodeJS.CpuUsage>('cpu')
    await shoot(requests)
    const after = await child.ask<NodeJS.CpuUsage>('cpu')
    await child.ask('stopProfile', file)
    const cpu = (after.user + after.system - before.user - before.system) / requests
    console.log(`\n${contender}, ${title}: ${cpu.toFixed(0)} µs of CPU per request while profiling; profile for Chrome's developer tools: ${file}`)
    console.log(summary(JSON.parse(readFileSync(file, 'utf8')) as Profile, cpu))
  }
}

/** Summarizes where CPU was used, as shares of the measured CPU, since samples measure elapsed time, which other processes may have used. */
function summary({ nodes, samples, timeDeltas }: Profile, cpu: number): string {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const spent = samples.map((id, i) => ({ frame: frames.get(id)!, micros: timeDeltas[i]! })).filter(({ frame }) => !ASIDE.has(frame.functionName))
  const total = spent.reduce((sum, { micros }) => sum + micros, 0)
  const top = (name: (frame: Frame) => string, limit: number) => {
    const sums = new Map<string, number>()
    for (const { frame, micros } of spent) sums.set(name(frame), (sums.get(name(frame)) ?? 0) + micros / total)
    const sorted = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, limit)
    return sorted.map(([key, part]) => `  ${(100 * part).toFixed(1).padStart(5)} % ${(cpu * part).toFixed(1).padStart(7)} µs  ${key}`).join('\n')
  }
  return ` by package\n${top(packageOf, 20)}\n by file\n${top(fileOf, 30)}\n by function\n${top(functionOf, 45)}`
}

/** Idle time, and the profiler itself. */
const ASIDE = new Set(['(idle)', 'dispatch'])

function packageOf({ url, functionName }: Frame): string {
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)/g
  const last = [...url.matchAll(installed)].at(-1)?.[1]
  if (last) return last
  if (url.startsWith('node:')) return `node:${url.slice(5).split('/').slice(0, 2).join('/')}`
  if (url.startsWith('wasm:')) return 'WebAssembly'
  if (url.includes('/dist-bench')) return 'callwright'
  return functionName.startsWith('(') ? functionName : 'native'
}

const fileOf = (frame: Frame) => `${packageOf(frame)} ${frame.url.split('/').slice(-2).join('/')}`
const functionOf = (frame: Frame) => `${packageOf(frame)} ${frame.functionName || '(anonymous)'} ${frame.url.split('/').at(-1)}:${frame.lineNumber + 1}`
