// Speaks S3 with the keys of /run/store/s3.json, as the store of compose.yaml does, and answers its health check.
const { mkdirSync, readFileSync } = require('node:fs')
const { createServer, request } = require('node:http')
const S3rver = require('/opt/store/node_modules/s3rver')
const AWSAccount = require('/opt/store/node_modules/s3rver/lib/models/account')

for (const { name, credentials } of JSON.parse(readFileSync('/run/store/s3.json', 'utf8')).identities) {
  const account = new AWSAccount('1', name)
  for (const { accessKey, secretKey } of credentials) account.createKeyPair(accessKey, secretKey)
}
mkdirSync('/data/buckets', { recursive: true })
new S3rver({ address: '127.0.0.1', port: 8334, silent: true, directory: '/data/buckets', vhostBuckets: false }).run().then(() =>
  createServer((incoming, response) => {
    if (incoming.url === '/healthz') return void response.end()
    const { method, url: path, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port: 8334, method, path, headers }, (reply) => {
      response.writeHead(reply.statusCode, reply.headers)
      reply.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
  }).listen(8333),
)
process.once('SIGTERM', () => process.exit(0))
