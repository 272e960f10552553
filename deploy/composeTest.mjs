import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { load, dump } from 'js-yaml'
import { CERTIFICATES, makeBaseFolder } from './baseImage.mjs'

/**
 * `npm run compose:test`: starts compose.yaml in containers and places a simulated call through its proxy. The images of others, which can't be fetched
 * everywhere, are replaced by Debian's PostgreSQL, Redis and Caddy and a small S3 store (deploy/standIns). Needs root, debootstrap, and Debian's docker.io
 * and docker-compose; starts a Docker Engine of its own unless DOCKER_HOST names one. KEEP=1 leaves its folder, BASE_FOLDER names one with a base made before.
 */
const PROJECT = 'callwright-compose-test'
const IMAGE = 'callwright:compose-test'
const STAND_INS = 'callwright-stand-ins'
const PORTS = { 80: '8180', 443: '8443' }
const PACKAGES = ['postgresql-15', 'redis-server', 'caddy', 'busybox-static']
const work = mkdtempSync(join(tmpdir(), 'callwright-compose-'))
const at = (path) => join(work, path)
const env = { ...process.env, DOCKER_HOST: process.env.DOCKER_HOST ?? `unix://${at('docker.sock')}`, DOCKER_BUILDKIT: '0' }

const run = (program, ...args) => execFileSync(program, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
const ask = (program, ...args) => execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
const compose = ['docker-compose', '--compatibility', '-p', PROJECT, '-f', at('compose.json'), '--project-directory', process.cwd()]

function check(isTrue, what) {
  if (!isTrue) throw new Error(`Failed: ${what}`)
  process.stdout.write(`ok   ${what}\n`)
}

/** Waits until the answer is there. Throws after three minutes. */
async function until(what, answer) {
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(250)) {
    const found = await answer().catch(() => null)
    if (found) return found
  }
  throw new Error(`Failed: ${what}`)
}

/** Starts a Docker Engine with everything below the work folder, so that it leaves nothing. */
async function startEngine() {
  if (process.env.DOCKER_HOST) return null
  const folders = ['--data-root', at('docker'), '--exec-root', at('exec'), '--pidfile', at('docker.pid')]
  const output = openSync(at('docker.log'), 'a')
  const engine = spawn('dockerd', ['--host', env.DOCKER_HOST, ...folders, '--log-level', 'error'], { stdio: ['ignore', output, output] })
  await until('the Docker Engine starts', async () => {
    if (engine.exitCode !== null) throw new Error('it ended')
    return spawnSync('docker', ['version'], { env }).status === 0
  })
  return engine
}

async function stopEngine(engine) {
  if (!engine) return
  const ended = engine.exitCode === null && once(engine, 'exit')
  engine.kill('SIGTERM')
  await ended
  // The engine leaves the network of containers without one of their own.
  spawnSync('umount', [at('exec/netns/default')], { stdio: 'ignore' })
}

function buildImages() {
  const root = process.env.BASE_FOLDER ?? at('base')
  if (!existsSync(root)) makeBaseFolder(root, PACKAGES)
  const base = execFileSync('sh', ['-c', `tar -C "$0" -c . | docker import --change 'ENV ${CERTIFICATES}' - callwright-base`, root], {
    env,
    encoding: 'utf8',
  }).trim()
  const build = (...args) => run('docker', 'build', '--quiet', '--network', 'host', '--build-arg', `BASE=${base}`, ...args)
  build('--tag', STAND_INS, 'deploy/standIns')
  build('--tag', IMAGE, '.')
}

/** Writes compose.yaml with the stand-ins and without what Debian's Compose doesn't know: optional settings, and an interval of checks at the start. So every check runs each second, thirty times. */
function writeCompose() {
  const { name: _, ...file } = load(readFileSync('compose.yaml', 'utf8'))
  const commands = {
    proxy: { command: ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'] },
    database: { entrypoint: ['sh', '/opt/database.sh'] },
    redis: {},
    store: { command: ['node', '/opt/store.cjs'] },
  }
  const services = Object.entries(file.services).map(([service, { env_file: _file, healthcheck, ...rest }]) => {
    const { start_interval: _interval, ...checks } = healthcheck ?? {}
    const { build: _build, ...changed } = { ...rest, image: service in commands ? STAND_INS : IMAGE, ...commands[service] }
    if (changed.ports) changed.ports = Object.entries(PORTS).map(([inside, outside]) => `127.0.0.1:${outside}:${inside}`)
    return [service, { ...changed, ...(healthcheck && { healthcheck: checks.test ? { ...checks, interval: '1s', retries: 30 } : checks }) }]
  })
  writeFileSync(at('compose.json'), dump({ version: '3.9', ...file, services: Object.fromEntries(services) }, { noRefs: true }))
}

/** Sends a request to the proxy, whose certificate must be of its own authority. */
const send = (ca, key, method, path, content) =>
  new Promise((resolve, reject) => {
    const headers = { 'X-API-Key': key, ...(content && { 'Content-Type': 'application/json' }) }
    request(
      { host: '127.0.0.1', port: PORTS[443], servername: 'localhost', ca, method, path: `/api/v1${path}`, headers: { ...headers, Host: 'localhost' } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => (text += part))
        response.on('end', () =>
          response.statusCode < 300 ? resolve(text && JSON.parse(text)) : reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`)),
        )
      },
    )
      .once('error', reject)
      .end(content && JSON.stringify(content))
  })

async function placeCall() {
  const read = (service, path) => ask(...compose, 'exec', '-T', service, 'cat', path)
  // `up` returns before the proxy has made its certificate.
  const ca = await until('the proxy has a certificate', async () => read('proxy', '/data/caddy/pki/authorities/local/root.crt'))
  const { api_key: key } = JSON.parse(read('server', '/data/demo.json'))
  await until('the proxy answers', () => send(ca, key, 'GET', '/me'))
  const { id } = await send(ca, key, 'POST', '/agents', { name: 'Compose test', system_prompt: 'Confirm.', voice_engine: 'retell', voice_id: '11labs-Adrian' })
  await send(ca, key, 'POST', `/agents/${id}/publish`)
  const call = await send(ca, key, 'POST', '/calls', { to_number: '+12125550100', agent_id: id })
  return until('the call ends', async () => {
    const now = await send(ca, key, 'GET', `/calls/${call.id}`)
    return now.status === 'completed' ? now : null
  })
}

async function main() {
  const engine = await startEngine()
  try {
    buildImages()
    writeCompose()
    const begun = performance.now()
    run(...compose, 'up', '--detach')
    check((await placeCall()).duration_seconds > 0, 'a simulated call was placed through the proxy and has ended')
    process.stdout.write(`     ${((performance.now() - begun) / 1_000).toFixed(0)} s from "up" to its end\n`)
    const running = ask(
      'docker',
      'ps',
      '--filter',
      `label=com.docker.compose.project=${PROJECT}`,
      '--format',
      '{{.Label "com.docker.compose.service"}} {{.Status}}',
    )
    const healthy = running
      .split('\n')
      .filter((line) => line.includes('(healthy)'))
      .map((line) => line.split(' ')[0])
    check(healthy.sort().join() === 'database,proxy,redis,server,server,simulator,store,worker,worker', 'every service is healthy, servers and workers twice')
    run(...compose, 'stop')
    const codes = ask('docker', 'ps', '--all', '--filter', 'ancestor=callwright:compose-test', '--format', '{{.Status}}').split('\n')
    check(
      codes.every((status) => status.startsWith('Exited (0)')),
      'every server stops in order',
    )
  } catch (error) {
    if (existsSync(at('compose.json'))) spawnSync(compose[0], [...compose.slice(1), 'logs', '--tail', '30'], { env, stdio: 'inherit' })
    throw error
  } finally {
    if (existsSync(at('compose.json'))) spawnSync(compose[0], [...compose.slice(1), 'down', '--volumes'], { env, stdio: 'inherit' })
    await stopEngine(engine)
  }
}

await main().finally(() => process.env.KEEP || rmSync(work, { recursive: true, force: true }))
