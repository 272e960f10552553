import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from './env.ts'
import { MICROS } from './money.ts'
import type { Running } from './server.ts'
import * as numbers from './services/numbers.ts'
import * as operator from './services/operator.ts'

/** What `DATA_DIR/demo.json` tells: everything needed to try the product. */
export interface Demo {
  base_url: string
  api_key: string
  email: string
  password: string
  workspace_id: number
  from_number: string | null
  simulator: { url: string; retell_api_key: string; vapi_api_key: string } | null
}

const file = (dataDir: string) => join(dataDir, 'demo.json')

/** On an empty installation, makes the workspace "Demo" and writes down how to use it. */
export async function makeDemo(dataDir: string) {
  if (!(await operator.isEmpty())) return
  const { workspaceId, apiKey, email, password } = await operator.createTenant({
    name: 'Demo',
    plan: 'enterprise',
    credit: 100n * MICROS,
    email: 'demo@callwright.local',
  })
  await write(dataDir, {
    base_url: '',
    api_key: apiKey,
    email,
    password,
    workspace_id: workspaceId,
    from_number: (await numbers.first(workspaceId))?.phoneNumber ?? null,
    simulator: null,
  })
}

/** The demo's access as it is now, with this start's addresses; null where it was made elsewhere or taken away. */
export async function readDemo(dataDir: string, { url, simulator }: Running): Promise<Demo | null> {
  const text = await readFile(file(dataDir), 'utf8').catch(() => null)
  if (text === null) return null
  const demo: Demo = {
    ...(JSON.parse(text) as Demo),
    base_url: url,
    simulator: simulator && { url: simulator.url, retell_api_key: simulator.retellApiKey, vapi_api_key: simulator.vapiApiKey },
  }
  await write(dataDir, demo)
  return demo
}

async function write(dataDir: string, demo: Demo) {
  await mkdir(dataDir, { recursive: true })
  const fresh = `${file(dataDir)}.new`
  await writeFile(fresh, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await rename(fresh, file(dataDir))
}

/** The friendly block of the start. */
export function banner(env: Env, { url, simulator }: Running, demo: Demo | null): string {
  const lines = [
    'Callwright is running.',
    '',
    `  Dashboard    ${url}`,
    `  REST API     ${url}/api/v1  (reference: ${url}/api/v1/docs)`,
    `  GraphQL      ${url}/graphql`,
    simulator ? `  Simulator    ${simulator.url}  (calls are simulated: nobody's phone rings)` : '  Calls go to the real voice providers.',
    `  Data         ${env.DATABASE_URL ? 'the given PostgreSQL' : env.DATA_DIR}`,
    ...(demo
      ? [
          '',
          `  API key      ${demo.api_key}`,
          `  Sign in      ${demo.email}  /  ${demo.password}`,
          `               (kept in ${file(env.DATA_DIR)})`,
          '',
          '  Try it:',
          `  curl ${url}/api/v1/me -H 'X-API-Key: ${demo.api_key}'`,
        ]
      : []),
  ]
  return `\n${lines.join('\n')}\n\n`
}
