import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server

/** The credentials of the bucket. */
export const BUCKET_KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/**
 * A server that speaks S3, with one bucket, `reports`. While it is offline, it cuts off every request. The listener of `onRequest` is called before each
 * request.
 */
export async function startBucketServer() {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-bucket-'))
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets: [{ name: 'reports', configs: [] }] })
  const { port } = await store.run()
  let isOffline = false
  let listener: (method: string, url: string, headers: IncomingHttpHeaders) => void = () => {}
  const proxy = createServer((incoming, response) => {
    listener(incoming.method!, incoming.url!, incoming.headers)
    if (isOffline) return void incoming.socket.destroy()
    const forwarded = request({ host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers: incoming.headers }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/reports`,
    goOffline() {
      isOffline = true
    },
    goOnline() {
      isOffline = false
    },
    onRequest(newListener: typeof listener) {
      listener = newListener
    },
    /** The names of its files. */
    files: () =>
      readdirSync(join(folder, 'reports'), { recursive: true, encoding: 'utf8' })
        .flatMap((name) => /^(reports\/.+)\._S3rver_object$/.exec(name)?.[1] ?? [])
        .sort(),
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
