import { execFileSync } from 'node:child_process'
import { cpSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Makes the files of a base image: Debian's smallest system with certificates and `packages`, and the Node.js and npm of this machine. Needs debootstrap. */
export function makeBaseFolder(root, packages = []) {
  const included = ['ca-certificates', ...packages].join(',')
  execFileSync('debootstrap', ['--variant=minbase', `--include=${included}`, 'bookworm', root, 'http://deb.debian.org/debian'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  cpSync(realpathSync(process.execPath), join(root, 'usr/local/bin/node'))
  const npm = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim())
  cpSync(dirname(dirname(npm)), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  // Behind a proxy, npm needs the certificates that this machine trusts.
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(root, 'etc/ssl/certs/ca-certificates.crt'))
}

/** What a container needs, so that npm trusts what this machine trusts. */
export const CERTIFICATES = 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'
