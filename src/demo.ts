import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { VOICE_ENGINES } from './kernel/vocabulary/engines.ts'
import { type Env, isAllSimulated, simulatedEnginesOf } from './kernel/config/env.ts'
import { randomText } from './kernel/crypto/ids.ts'
import { MICROS } from './kernel/lib/money.ts'
import type { Running } from './server.ts'
import * as numbers from './services/numbers/numbers.ts'
import * as operator from './services/operator/operator.ts'

/** The content of `DATA_DIR/demo.json`: everything needed to try the product. */
export interface Demo {
  base_url: string
  api_key: string
  email: string
  password: string
  workspace_id: number
  from_number: string | null
  simulator: { url: string; retell_api_key: string; vapi_api_key: string } | null
}

const fileOf = (dataDir: string) => join(dataDir, 'demo.json')

/**
 * Creates the workspace "Demo" and stores its credentials, if the database is empty, everything is simulated and `DEMO` is not off. Returns whether it did.
 * If the process dies before the file is written, the demo stays without it.
 */
export async function createDemo(env: Env): Promise<boolean> {
  const dataDir = env.DATA_DIR
  if (env.DEMO === 'off' || !isAllSimulated(env) || !(await operator.isEmpty())) return false
  const { workspaceId, apiKey, email, password } = await operator.createTenant({
    name: 'Demo',
    plan: 'enterprise',
    credit: 100n * MICROS,
    email: operator.DEMO_EMAIL,
    // Its password is only shown on the console of this machine.
    isServerAdministrator: true,
  })
  await write(dataDir, {
    base_url: '',
    api_key: apiKey,
    email,
    password,
    workspace_id: workspaceId,
    from_number: (await numbers.findFirst(workspaceId))?.phoneNumber ?? null,
    simulator: null,
  })
  return true
}

/** Deletes the demo's stored credentials on this machine. */
export const deleteDemo = (dataDir: string) => rm(fileOf(dataDir), { force: true })

/** Reads the demo's credentials and updates the URLs of this start. Returns null if the file is not on this machine. */
export async function readDemo(dataDir: string, { url, simulator }: Running): Promise<Demo | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => null)
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
  // Several servers can share the folder.
  const temporaryFile = `${fileOf(dataDir)}.${randomText(8)}.new`
  await writeFile(temporaryFile, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await rename(temporaryFile, fileOf(dataDir))
}

function describeCalls(env: Env): string {
  const simulated = simulatedEnginesOf(env)
  const real = VOICE_ENGINES.filter((engine) => !simulated.includes(engine))
  if (real.length === 0) return 'simulated (test mode, no real calls)'
  return `real on ${real.join(' and ')}${simulated.length > 0 ? `, simulated on ${simulated.join(' and ')}` : ''}`
}

/** Builds the text printed at the start. It shows the demo's credentials only when they are new, because output is often stored in logs. */
export function banner(env: Env, { url: baseUrl, simulator }: Running, demo: Demo | null, isNew: boolean): string {
  // The documentation says localhost, and apps see the two names as different servers.
  const url = baseUrl.replace('http://127.0.0.1:', 'http://localhost:')
  const lines = [
    'Callwright is running.',
    '',
    `  Dashboard    ${url}`,
    `  REST API     ${url}/api/v1  (reference: ${url}/api/v1/docs)`,
    `  GraphQL      ${url}/graphql`,
    ...(simulator ? [`  Simulator    ${simulator.url}`] : []),
    `  Calls        ${describeCalls(env)}`,
    `  Data         ${env.DATABASE_URL ? 'PostgreSQL at DATABASE_URL' : env.DATA_DIR}`,
    ...(demo ? buildAccessLines(demo, url, fileOf(env.DATA_DIR), isNew) : []),
  ]
  return `\n${lines.join('\n')}\n\n`
}

function buildAccessLines(demo: Demo, url: string, path: string, isNew: boolean): string[] {
  if (!isNew) return [`  Demo         API key and password are in ${path}`]
  return [
    '',
    `  API key      ${demo.api_key}`,
    `  Sign in      ${demo.email}  /  ${demo.password}`,
    `               (shown only once, saved in ${path})`,
    '',
    '  Try it:',
    `  curl ${url}/api/v1/me -H 'X-API-Key: ${demo.api_key}'`,
  ]
}
