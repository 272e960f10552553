import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A built earlier version of the product. */
export interface Earlier {
  /** Its commit or folder, for the report. */
  name: string
  /** The program that starts its server. */
  main: string
  remove(): void
}

const MAIN = 'dist/src/main.js'
/** The packages of the workspaces, where they have some of their own. */
const PACKAGES = ['node_modules', 'clients/typescript/node_modules', 'clients/cli/node_modules', 'web/node_modules']

/** Takes the earlier version from a folder with a built checkout, or builds it from a commit, branch or tag in a temporary folder. Throws a sentence if it can't. */
export function prepareEarlier(from: string, log: (line: string) => void): Earlier {
  if (existsSync(from) && statSync(from).isDirectory()) {
    const main = resolve(from, MAIN)
    if (!existsSync(main)) throw new Error(`${from} is not built. Run npm run build there.`)
    return { name: from, main, remove: () => {} }
  }
  const commit = commitOf(from)
  const folder = mkdtempSync(join(tmpdir(), 'callwright-earlier-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  log(`Building ${from} (${commit.slice(0, 8)})…`)
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { stdio: 'inherit' })
  installPackages(folder, log)
  runIn(folder, 'npm', ['run', 'build'])
  return { name: `${from} (${commit.slice(0, 8)})`, main: join(folder, MAIN), remove }
}

function commitOf(ref: string): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`--from names neither a folder nor a commit: ${ref}`)
  return stdout.trim()
}

/** With the same lock file, the packages of this version serve. They are linked, which takes no space. */
function installPackages(folder: string, log: (line: string) => void) {
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lockOf(folder) !== lockOf('.')) {
    log('Installing its packages…')
    return runIn(folder, 'npm', ['ci', '--no-audit', '--no-fund'])
  }
  for (const packages of PACKAGES.filter((each) => existsSync(each))) {
    // Links need the same file system.
    const isLinked = spawnSync('cp', ['-al', packages, join(folder, packages)], { stdio: 'ignore' }).status === 0
    if (isLinked) continue
    rmSync(join(folder, packages), { recursive: true, force: true })
    execFileSync('cp', ['-a', packages, join(folder, packages)])
  }
}

function runIn(folder: string, command: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed for the earlier version:\n${`${stdout}${stderr}`.trim().split('\n').slice(-20).join('\n')}`)
}
