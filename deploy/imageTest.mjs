import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CERTIFICATES, makeBaseFolder } from './baseImage.mjs'

/**
 * `npm run image:test`: builds the image with buildah, on a base of Debian's packages and this machine's Node.js, or on the image in BASE. Then starts its
 * command as its user on a read-only file system, places a simulated call in it, and stops it. Needs root, buildah, debootstrap and unshare. The file
 * system is a changed root, because many machines that build can't run containers. The end says what that leaves untried.
 */
const USER = 10001
const PORT = '4777'
const IMAGE = 'localhost/callwright:test'
const BASE = 'localhost/callwright-base'
const work = mkdtempSync(join(tmpdir(), 'callwright-image-'))
const at = (path) => join(work, path)

const run = (program, ...args) => execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
const ask = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
const STORE = ['--storage-driver', 'vfs', '--root', at('storage'), '--runroot', at('run')]

function check(isTrue, what) {
  if (!isTrue) throw new Error(`Failed: ${what}`)
  process.stdout.write(`ok   ${what}\n`)
}

/** Makes a base image of Debian's packages. */
function makeBase() {
  const root = at('base')
  makeBaseFolder(root)
  const container = ask('buildah', ...STORE, 'from', 'scratch')
  run('buildah', ...STORE, 'add', '--quiet', container, root, '/')
  run('buildah', ...STORE, 'config', '--env', CERTIFICATES, container)
  run('buildah', ...STORE, 'commit', '--quiet', '--rm', container, BASE)
  return BASE
}

/** Starts the image's command as its user, with the image as its root: read-only, but for the volume and /tmp. */
function start(root, { Cmd: command, Env: environment, WorkingDir: folder }) {
  mkdirSync(at('data'), { mode: 0o700 })
  chownSync(at('data'), USER, USER)
  const settings = [...environment, `PORT=${PORT}`, 'SIMULATOR_PORT=0', 'SIMULATOR_SPEED=20', 'CALLING_HOURS=off']
  const script = `set -e; root=$1; data=$2; folder=$3; shift 3
    mount --bind $root $root; mount --bind $data $root/data; mount -t tmpfs tmpfs $root/tmp; mount -t proc proc $root/proc; mount --rbind /dev $root/dev
    mount -o remount,ro,bind $root
    exec chroot --userspec=${USER}:${USER} $root sh -c 'cd "$0" && if touch x 2>/dev/null; then echo writable >&2; exit 3; fi; exec env -i "$@"' $folder "$@"`
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'start', root, at('data'), folder, ...settings, ...command], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Waits until the answer is there. Throws after three minutes. */
async function until(what, answer) {
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(250)) {
    const found = await answer().catch(() => null)
    if (found) return found
  }
  throw new Error(`Failed: ${what}`)
}

/** Places a call with the demo's key and waits for its end. */
async function placeCall(key) {
  const request = async (method, path, content) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
    const options = content ? { method, headers, body: JSON.stringify(content) } : { method, headers }
    const response = await fetch(`http://127.0.0.1:${PORT}/api/v1${path}`, options)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const { id } = await request('POST', '/agents', { name: 'Image test', system_prompt: 'Confirm the appointment.', voice_engine: 'retell', voice_id: '11labs-Adrian' })
  await request('POST', `/agents/${id}/publish`)
  const call = await request('POST', '/calls', { to_number: '+12125550100', agent_id: id })
  return until('the call ends', async () => {
    const now = await request('GET', `/calls/${call.id}`)
    return now.status === 'completed' ? now : null
  })
}

async function main() {
  const base = process.env.BASE ?? makeBase()
  run('buildah', ...STORE, 'bud', '--format', 'docker', '--isolation', 'chroot', '--layers=false', '--build-arg', `BASE=${base}`, '-t', IMAGE, '.')
  const container = ask('buildah', ...STORE, 'from', IMAGE)
  const root = ask('buildah', ...STORE, 'mount', container)
  const {
    OCIv1: { config },
    Docker: { config: own },
  } = JSON.parse(ask('buildah', ...STORE, 'inspect', '--type', 'image', IMAGE))
  check(own.Healthcheck?.Test.includes('deploy/healthy.mjs'), 'the image has a health check')
  check(config.User === `${USER}:${USER}`, 'the image runs as an ordinary user')
  check(JSON.parse(readFileSync(join(root, 'app/sbom.cdx.json'), 'utf8')).components.length > 100, 'the image lists its packages in sbom.cdx.json')
  check(!existsSync(join(root, 'app/node_modules/vitest')), 'the image has no packages of the tests')
  const server = start(root, config)
  const ended = once(server, 'exit')
  try {
    await until('the server is ready', async () => (await fetch(`http://127.0.0.1:${PORT}/readyz`)).ok)
    check(spawnSync('chroot', [root, 'env', `PORT=${PORT}`, 'node', '/app/deploy/healthy.mjs']).status === 0, 'the health check reports that the server is ready')
    const { api_key: key } = JSON.parse(readFileSync(at('data/demo.json'), 'utf8'))
    check((await placeCall(key)).duration_seconds > 0, 'a simulated call was placed and has ended')
    check((await fetch(`http://127.0.0.1:${PORT}/`)).ok, 'the dashboard is served')
    server.kill('SIGTERM')
    check((await ended)[0] === 0, 'SIGTERM stops the server in order')
  } finally {
    server.kill('SIGKILL')
    await ended
  }
  process.stdout.write('NOT TRIED: namespaces, cgroups and the network of a container runtime, and the times of its health checks.\n')
}

await main().finally(() => process.env.KEEP || rmSync(work, { recursive: true, force: true }))
