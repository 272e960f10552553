import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A running process. CPU in microseconds, of all its threads. */
interface Process {
  pid: number
  parent: number
  cpu: number
}

const MICROS_PER_TICK = process.platform === 'linux' ? 1_000_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : Number.NaN

/** Lists all processes of the machine. Empty on systems without /proc. */
export function listProcesses(): Process[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readProcess(pid) ?? [])
}

/** Its name, in parentheses, can contain any characters. */
function readProcess(pid: string): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid: Number(pid), parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK }
  } catch {
    return null // The process has ended meanwhile.
  }
}

/** Whether a process runs this program, by a part of its command line. */
export function runsProgram(pid: number, part: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(part)
  } catch {
    return false
  }
}

/** The memory of a process in bytes, with its share of what several processes have in common. */
export function memoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
