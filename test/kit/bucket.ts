import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Bucket {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => Bucket

/** Who may use the bucket. */
export const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/**
 * A store that speaks S3 with one bucket, `reports`, which can be away: whoever asks then is cut off. `heard` is told
 * of each request before it is handed on.
 */
export async function bucketServer() {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-bucket-'))
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets: [{ name: 'reports', configs: [] }] })
  const { port } = await store.run()
  let away = false
  let heard: (method: string, url: string) => void = () => {}
  const front = createServer((asked, answer) => {
    heard(asked.method!, asked.url!)
    if (away) return void asked.socket.destroy()
    const onward = request({ host: '127.0.0.1', port, method: asked.method, path: asked.url, headers: asked.headers }, (said) => {
      answer.writeHead(said.statusCode!, said.headers)
      said.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(front.address() as AddressInfo).port}/reports`,
    leave() {
      away = true
    },
    comeBack() {
      away = false
    },
    listen(to: typeof heard) {
      heard = to
    },
    /** The names of its files. */
    files: () =>
      readdirSync(join(folder, 'reports'), { recursive: true, encoding: 'utf8' })
        .flatMap((name) => /^(reports\/.+)\._S3rver_object$/.exec(name)?.[1] ?? [])
        .sort(),
    async close() {
      front.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
