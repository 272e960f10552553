import { spawn } from 'node:child_process'
import type { Programs } from './packages.ts'

const MAX_MS = 15 * 60_000

export interface Ended {
  status: number | null
  output: string
}

/** Runs a program with what it prints gathered; `onOutput` is told all of it so far, whenever there is more. */
export function runProgram({ node }: Programs, args: string[], onOutput: (output: string) => void = () => {}): Promise<Ended> {
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: MAX_MS, env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      onOutput(output)
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, output }))
  })
}
