#!/usr/bin/env node
// The program of the package `callwright`. It loads only the part that it runs.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Callwright needs Node.js 20.19 or newer. This is Node.js ${process.versions.node}.\n`)
  process.exit(1)
}
const [command = 'serve', ...rest] = process.argv.slice(2)
if (command === 'serve' && rest.length === 0) await import('../dist/src/main.js')
else if (command === 'admin' || command === 'smoke') {
  process.argv.splice(2, 1)
  await import(`../dist/src/${command}/main.js`)
} else {
  const { main } = await import('../dist/cli/main.js')
  await main({ hasServer: true })
}
