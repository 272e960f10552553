import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { forkOptions } from '../kernel/threads/fork.ts'
import { asUnprivilegedUser, findBinaries, isReachable } from './binaries.ts'
import { findFreePort } from './freePort.ts'
import { createSocketFolder } from './socketFolder.ts'

/**
 * The process that runs the embedded PostgreSQL: it creates and starts the cluster, and stops it cleanly when the server disconnects or
 * dies. It survives a SIGKILL of the server for the time that a clean stop takes.
 */
const { dir, flags } = forkOptions<{ dir: string; flags: string[] }>()
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

const { postgres, initdb } = await findBinaries()
const secretFile = `${dir}.password`
const toCommand = (command: string, args: string[]) => asUnprivilegedUser(command, args, [postgres, join(dir, 'x')])

async function initialize(password: string) {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const passwordFile = `${secretFile}.initial`
  await writeFile(passwordFile, password, { mode: 0o600 })
  const { command, args, uid } = await toCommand(initdb, [
    '-D',
    dir,
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    // A password of 144 random bits cannot be guessed, and each connection pays for every iteration.
    '-c',
    'scram_iterations=1',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ])
  if (uid !== undefined) await Promise.all([dir, passwordFile].map((path) => chown(path, uid, uid)))
  try {
    const { code, output } = await waitForExit(
      spawn(command, args, { uid: command === initdb ? uid : undefined, gid: command === initdb ? uid : undefined, stdio: ['ignore', 'ignore', 'pipe'] }),
    )
    if (code !== 0) throw new Error(`initdb failed: ${output}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

function waitForExit(child: ReturnType<typeof spawn>): Promise<{ code: number | null; output: string }> {
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', (code) => resolve({ code, output })))
}

const isNew = !(await stat(join(dir, 'PG_VERSION')).catch(() => null))
const password = isNew ? randomBytes(18).toString('base64url') : await readFile(secretFile, 'utf8')
if (isNew) {
  await rm(dir, { recursive: true, force: true })
  await mkdir(join(dir, '..'), { recursive: true })
  await writeFile(secretFile, password, { mode: 0o600 })
  await initialize(password)
}
const { command, args, uid } = await toCommand(postgres, [])
const hasAccess = uid === undefined || command !== postgres
const [port, socketFolder] = await Promise.all([findFreePort(), createSocketFolder(async (folder) => hasAccess || isReachable(folder))])
const options = [
  '-D',
  dir,
  '-p',
  String(port),
  '-c',
  'listen_addresses=127.0.0.1',
  '-c',
  // A list, in which quotes protect commas.
  `unix_socket_directories=${socketFolder === null ? '' : `"${socketFolder.replaceAll('"', '""')}"`}`,
  '-c',
  'max_connections=200',
  // After a checkpoint, the first change of a page writes all of it to the log. So pages are compressed there, and checkpoints are rarer.
  '-c',
  'wal_compression=on',
  '-c',
  'checkpoint_timeout=15min',
  ...flags.flatMap((flag) => ['-c', flag]),
]
if (socketFolder && uid !== undefined) await chown(socketFolder, uid, uid)
const server = spawn(command, [...args, ...options], {
  uid: command === postgres ? uid : undefined,
  gid: command === postgres ? uid : undefined,
  stdio: ['ignore', 'ignore', 'pipe'],
})
const urlAt = (host: string) => `postgres://postgres:${password}@${host}:${port}/postgres`
let lastOutput = ''
server.stderr!.setEncoding('utf8').on('data', (text: string) => {
  lastOutput = (lastOutput + text).slice(-4000)
  if (text.includes('ready to accept connections'))
    process.send?.({ url: urlAt('127.0.0.1'), socketUrl: socketFolder && urlAt(encodeURIComponent(socketFolder)) })
})
server.once('exit', (code) => {
  if (socketFolder) rmSync(socketFolder, { recursive: true, force: true })
  if (process.connected) process.stderr.write(lastOutput)
  process.exit(process.connected ? (code ?? 1) : 0)
})
process.once('disconnect', () => server.kill('SIGINT'))
if (!process.connected) server.kill('SIGINT')
