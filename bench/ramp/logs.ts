import { readFileSync } from 'node:fs'

const WARNING = 40

/** Counts the warnings and errors in the servers' logs by message, the most frequent first. */
export function countComplaints(files: string[]): [message: string, count: number][] {
  const counts = new Map<string, number>()
  for (const line of files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))) {
    const { level, msg, err } = parse(line)
    if (level < WARNING) continue
    const reason = typeof err === 'string' ? err : err?.message
    const message = (reason ? `${msg}: ${reason}` : msg).split('\n', 1)[0]!.replaceAll(/\d+/g, '…')
    counts.set(message, (counts.get(message) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

/** Lines that are no JSON are what Node.js prints about a crash, and the welcome. */
function parse(line: string): { level: number; msg: string; err?: string | { message: string } } {
  try {
    return JSON.parse(line) as { level: number; msg: string }
  } catch {
    return { level: 0, msg: line }
  }
}
