import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { inject, expect, test } from 'vitest'

/** Runs the command of `npm run load` on the built product. */
async function load(args: string, redis: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/ramp.ts', ...args.split(' ')], { env: { ...process.env, REDIS_SERVER: redis } })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>])
  return { output, errors, code }
}

/** Starts PostgreSQL, Redis and two servers, and calls for a quarter of a minute. */
test('the load with the kill of a server loses, doubles and leaves unpaid no call, and reports its figures', async () => {
  const { output, errors, code } = await load('--calls 12 --workspaces 2 --minutes 0.25 --speed 20 --ramp 1', inject('redis'))
  expect.soft(errors).toBe('')
  expect(output).toContain('Server 2 was killed, and is ready again')
  for (const claim of ['Every call was reported to its customer', 'Every cost is charged once', 'is one call of a workspace', 'The statistics agree'])
    expect(output).toMatch(new RegExp(`^- true: .*${claim}.* \\([1-9]\\d*\\)$`, 'm'))
  expect(output).not.toContain('BROKEN')
  for (const measured of ['webhook acknowledged', 'line spoken to line at the watcher', 'end of call to `call.completed` delivered', 'dial lag'])
    expect(output).toMatch(new RegExp(`^\\| ${measured} \\| [1-9]\\d*( \\| \\d+){4} \\|$`, 'm'))
  for (const part of ['PostgreSQL', 'Redis', 'simulator', 'gateway', 'receiver and watchers', 'server 1', 'server 2'])
    expect(output).toMatch(new RegExp(`^\\| ${part} \\| \\d+ \\| \\d+ \\|`, 'm'))
  expect(code).toBe(0)
})

test('without a Redis to start, the load says what is missing', async () => {
  const { errors, code } = await load('--calls 12 --workspaces 2', '/missing/redis-server')
  expect(errors).toBe('/missing/redis-server is missing or does not start. Install Redis, or name its program in REDIS_SERVER.\n')
  expect(code).toBe(1)
})
