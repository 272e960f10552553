import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'

/** What compose.yaml needs before the first start: `keys` makes keys and passwords that aren't there yet, `bucket` creates the bucket of S3_ENDPOINT. */
const { env } = process

/** Returns what a file holds, and writes it first if it is not there. Other users can read it, because each image has its own; who has the volume decides. */
function keep(folder, name, make) {
  const path = join(folder, name)
  if (!existsSync(path)) {
    writeFileSync(`${path}.new`, make(), { mode: 0o444 })
    renameSync(`${path}.new`, path)
    process.stdout.write(`made ${path}\n`)
  }
  return readFileSync(path, 'utf8')
}

function makeKeys() {
  const { KEYS: own, DATABASE_KEYS: database, STORE_KEYS: store } = env
  keep(own, 'encryption-key', () => randomBytes(32).toString('base64'))
  const password = keep(database, 'password', () => randomBytes(24).toString('base64url'))
  keep(own, 'database-url', () => `postgres://callwright:${password}@database:5432/callwright`)
  const accessKey = keep(own, 'store-access-key-id', () => randomBytes(10).toString('hex').toUpperCase())
  const secretKey = keep(own, 'store-secret-access-key', () => randomBytes(30).toString('base64url'))
  const identity = { name: 'callwright', credentials: [{ accessKey, secretKey }], actions: ['Admin', 'Read', 'List', 'Tagging', 'Write'] }
  keep(store, 's3.json', () => JSON.stringify({ identities: [identity] }))
}

async function makeBucket() {
  const [accessKeyId, secretAccessKey] = [env.S3_ACCESS_KEY_ID_FILE, env.S3_SECRET_ACCESS_KEY_FILE].map((path) => readFileSync(path, 'utf8').trim())
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1', retries: 5 })
  const response = await client.fetch(env.S3_ENDPOINT, { method: 'PUT', signal: AbortSignal.timeout(30_000) })
  // 409: it exists.
  if (!response.ok && response.status !== 409) throw new Error(`The store refused the bucket: ${response.status} ${await response.text()}`)
  process.stdout.write('the bucket is there\n')
}

const steps = { keys: makeKeys, bucket: makeBucket }
const step = steps[process.argv[2]]
if (!step) throw new Error(`Name one of: ${Object.keys(steps).join(', ')}`)
await step()
