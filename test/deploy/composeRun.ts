import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { BUCKET_KEYS, startBucketServer } from '../kit/fakes/bucketServer.ts'
import { createDataFolder } from '../kit/server/dataFolder.ts'
import { findQuietPort } from '../kit/server/quietPort.ts'
import { startRedis } from '../kit/server/redis.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'
import { type ComposeService, isOurs, readCompose } from './composeFile.ts'

interface Running {
  process: ChildProcess
  port: number
  output(): string
}

/** The variables and the command of the image. */
function readImage() {
  const lines = readFileSync('Dockerfile', 'utf8').split('\n')
  const variables = lines.find((line) => line.startsWith('ENV NODE_ENV'))!.slice(4)
  return {
    env: Object.fromEntries(variables.split(' ').map((pair) => pair.split('='))) as Record<string, string>,
    command: JSON.parse(lines.findLast((line) => line.startsWith('CMD'))!.slice(4)) as string[],
  }
}

/**
 * Starts the services of compose.yaml in their order as processes on loopback: ours with the command and the variables of the image, the proxy with its
 * Caddyfile, and PostgreSQL, Redis and a store of this machine. Volumes are folders, and names of services are replaced by addresses.
 */
export async function startCompose() {
  const folder = createDataFolder('compose')
  const [proxyPort, simulatorPort] = [await findQuietPort(), await findQuietPort()]
  const host = `localhost:${proxyPort}`
  const { services, volumes } = readCompose({ CALLWRIGHT_HOST: host })
  const image = readImage()
  for (const name of Object.keys(volumes)) mkdirSync(join(folder, name))
  const addresses = new Map<string, string>([['simulator:4010', `127.0.0.1:${simulatorPort}`]])
  const running = new Map<string, Running[]>()
  const ends: (() => unknown)[] = []

  /** A value as a process of this machine needs it. */
  function translate(value: string, { volumes: mounts = [] }: ComposeService): string {
    for (const [source, target] of mounts.map((mount) => mount.split(':') as [string, string]))
      if (value === target || value.startsWith(`${target}/`)) return join(folder, source) + value.slice(target.length)
    return [...addresses].reduce((text, [from, to]) => text.replace(from, to), value)
  }

  function launch(name: string, port: number): Running {
    const service = services[name]!
    const wanted = { ...image.env, ...service.environment, PORT: String(port), SIMULATOR_PORT: String(simulatorPort) }
    const env = Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, translate(value, service)]))
    const [program, ...args] = service.command ?? image.command
    const child = spawn(program === 'node' ? process.execPath : program!, args, {
      // The proxy is on this machine.
      env: { PATH: process.env.PATH, ...env, TRUSTED_PROXIES: 'loopback', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    return { process: child, port, output: () => output }
  }

  async function complete(name: string) {
    const { process: child, output } = launch(name, 0)
    const [code] = (await once(child, 'exit')) as [number]
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${output()}`)
  }

  /** Waits as the health check of a service does. */
  async function becomeHealthy(name: string, { process: child, port, output }: Running) {
    const [, program, ...args] = services[name]!.healthcheck!.test!
    await waitFor(`${name} to be healthy`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${output()}`)
      const check = spawn(program === 'node' ? process.execPath : program!, args, { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' })
      return ((await once(check, 'exit')) as [number])[0] === 0
    })
  }

  async function startReplicas(name: string) {
    const ports = await Promise.all(Array.from({ length: services[name]!.deploy?.replicas ?? 1 }, findQuietPort))
    // The network of Docker spreads the name over the replicas, this one leads to the first.
    addresses.set(`${name}:4000`, `127.0.0.1:${ports[0]}`)
    const replicas = ports.map((port) => launch(name, port))
    running.set(name, replicas)
    await Promise.all(replicas.map((replica) => becomeHealthy(name, replica)))
  }

  const foreign: Record<string, () => Promise<void>> = {
    async database() {
      const database = await createDatabase(readFileSync(join(folder, 'database-keys/password'), 'utf8'))
      writeKey(folder, 'database-url', database.url)
      ends.push(database.drop)
    },
    async redis() {
      const redis = await startRedis()
      addresses.set('redis:6379', `127.0.0.1:${redis.port}`)
      ends.push(redis.stop)
    },
    async store() {
      const store = await startBucketServer()
      addresses.set('store:8333', new URL(store.endpoint).host)
      writeKey(folder, 'store-access-key-id', BUCKET_KEYS.accessKeyId)
      writeKey(folder, 'store-secret-access-key', BUCKET_KEYS.secretAccessKey)
      ends.push(store.close)
    },
    async proxy() {
      const proxy = await startProxy(folder, host, running.get('server')!)
      ends.push(proxy.stop)
    },
  }

  const started = new Map<string, Promise<void>>()
  const start = (name: string): Promise<void> => {
    const starting = started.get(name) ?? startAfterOthers(name)
    started.set(name, starting)
    return starting
  }
  async function startAfterOthers(name: string) {
    const service = services[name]!
    await Promise.all(Object.keys(service.depends_on ?? {}).map(start))
    if (!isOurs(service)) return foreign[name]!()
    return service.healthcheck?.disable ? complete(name) : startReplicas(name)
  }

  async function stop() {
    const all = [...running.values()].flat().map(({ process: child }) => child)
    await Promise.all(
      all.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).map((child) => (child.kill('SIGTERM'), once(child, 'exit'))),
    )
    for (const end of ends.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    // Names that lead to replicas are known only once they have ports.
    addresses.set('server:4000', host)
    await Promise.all(Object.keys(services).map(start))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `https://${host}`,
    /** The certificate of the proxy's own authority. */
    authority: readFileSync(join(folder, 'certificates/caddy/pki/authorities/local/root.crt'), 'utf8'),
    demo: () => JSON.parse(readFileSync(join(folder, 'data/demo.json'), 'utf8')) as { api_key: string; simulator: { url: string } },
    processes: (name: string) => running.get(name)!,
    stop,
  }
}

function writeKey(folder: string, name: string, value: string) {
  const path = join(folder, 'keys', name)
  rmSync(path, { force: true })
  writeFileSync(path, value)
}

/** An empty database whose owner has the password. */
async function createDatabase(password: string) {
  const name = `compose_${process.pid}`
  const run = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: inject('postgres') })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(`create role ${name} login password ${pg.escapeLiteral(password)}`, `create database ${name} owner ${name}`)
  const url = Object.assign(new URL(inject('postgres')), { username: name, password, pathname: `/${name}` })
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`, `drop role ${name}`) }
}

/** Starts Caddy with deploy/Caddyfile. Its servers are found by address, since there is no DNS with their name. */
async function startProxy(folder: string, host: string, servers: Running[]) {
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: join(folder, 'certificates'), XDG_CONFIG_HOME: folder, CALLWRIGHT_HOST: host }
  const adapted = execFileSync('caddy', ['adapt', '--config', 'deploy/Caddyfile'], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const upstreams = JSON.stringify(servers.map(({ port }) => ({ dial: `127.0.0.1:${port}` })))
  const config = JSON.parse(adapted.replace(/"dynamic_upstreams":\{[^}]*\}/, `"upstreams":${upstreams}`)) as { admin: unknown; apps: Record<string, object> }
  config.admin = { disabled: true }
  Object.assign(config.apps.http!, { http_port: await findQuietPort() })
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } }
  const path = join(folder, 'caddy.json')
  writeFileSync(path, JSON.stringify(config))
  const child = spawn('caddy', ['run', '--config', path], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  await waitFor('the proxy', () => {
    if (child.exitCode !== null) throw new Error(`the proxy ended: ${output}`)
    return output.includes('certificate obtained successfully')
  })
  return { stop: () => (child.kill('SIGTERM'), once(child, 'exit')) }
}
