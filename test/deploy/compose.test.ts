import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { EnvSchema } from '../../src/kernel/config/env.ts'
import { composeText, isOurs, readCompose } from './composeFile.ts'

const compose = readCompose()
const services = Object.entries(compose.services)
const ours = services.filter(([, service]) => isOurs(service))

const text = z.string().min(1)
const duration = z.string().regex(/^\d+(ms|s|m)$/)
/** The part of the Compose specification that the file uses. Docker refuses other fields. */
const Service = z.strictObject({
  image: text,
  build: text.optional(),
  command: z.array(z.string()).optional(),
  env_file: z.array(z.strictObject({ path: text, required: z.boolean() })).optional(),
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string()).optional(),
  user: text.optional(),
  ports: z.array(text).optional(),
  networks: z.array(text).optional(),
  network_mode: z.literal('none').optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)).optional(),
  tmpfs: z.array(text).optional(),
  shm_size: text.optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(text).optional(),
  security_opt: z.array(text),
  init: z.boolean().optional(),
  deploy: z.strictObject({ replicas: z.number().int().positive() }).optional(),
  restart: z.string().regex(/^(no|unless-stopped|on-failure:\d+)$/),
  stop_grace_period: duration.optional(),
  depends_on: z.record(text, z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) })).optional(),
  healthcheck: z.union([
    z.strictObject({ disable: z.literal(true) }),
    z.strictObject({
      test: z.array(text).min(2),
      interval: duration,
      timeout: duration,
      retries: z.number(),
      start_period: duration,
      start_interval: duration,
    }),
  ]),
})
const Compose = z.strictObject({
  name: z.literal('callwright'),
  'x-callwright': z.unknown(),
  services: z.record(text, Service),
  networks: z.record(text, z.strictObject({ internal: z.boolean().optional() })),
  volumes: z.record(text, z.strictObject({})),
})

test('the file has only fields of the Compose specification, with values of their types', () => {
  expect(Compose.safeParse(compose).error?.issues).toBeUndefined()
})

test('networks, volumes and services that one names exist', () => {
  for (const [name, { networks = [], volumes = [], depends_on: needs = {} }] of services) {
    for (const network of networks) expect.soft(Object.keys(compose.networks), name).toContain(network)
    for (const [source] of volumes.map((volume) => volume.split(':')))
      expect.soft(source!.startsWith('./') ? existsSync(source!) : source! in compose.volumes, `${name}: ${source}`).toBe(true)
    for (const [needed, { condition }] of Object.entries(needs)) {
      expect.soft(compose.services[needed], `${name}: ${needed}`).toBeDefined()
      expect.soft(Boolean(compose.services[needed]?.healthcheck?.disable), `${name}: ${needed}`).toBe(condition === 'service_completed_successfully')
    }
  }
})

test('PostgreSQL, Redis, an S3-compatible store, a TLS proxy, a migration, the simulator, and two servers and workers run', () => {
  expect(services.map(([name, { deploy }]) => `${name} ${deploy?.replicas ?? 1}`).sort()).toEqual(
    ['bucket 1', 'database 1', 'keys 1', 'migration 1', 'proxy 1', 'redis 1', 'server 2', 'simulator 1', 'store 1', 'worker 2'].sort(),
  )
  const roles = Object.fromEntries(ours.map(([name, { environment }]) => [name, environment?.ROLE]))
  expect(roles).toMatchObject({ server: 'api', worker: 'worker', simulator: 'simulator' })
})

test('every setting of our services exists', () => {
  const known = Object.keys(EnvSchema.shape).flatMap((name) => [name, `${name}_FILE`])
  const used = ours.filter(([name]) => name !== 'keys').flatMap(([, { environment }]) => Object.keys(environment!))
  expect(used.filter((name) => !known.includes(name))).toEqual([])
})

test('every image of others has an exact version, and ours has the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  for (const [name, service] of services)
    if (isOurs(service)) expect.soft(service.image, name).toBe(`callwright:${version}`)
    else expect.soft(service.image, name).toMatch(/^[\w/-]+:\d+\.\d+(\.\d+)?(-[a-z]+)?$/)
})

test('no secret stands in the file: secrets are in files of volumes', () => {
  for (const [name, { environment = {} }] of services)
    for (const [setting, value] of Object.entries(environment)) {
      if (/KEY|TOKEN|SECRET|PASS|DATABASE_URL/.test(setting)) expect.soft(value, `${name}: ${setting}`).toMatch(/^\/run\//)
      if (URL.canParse(value)) expect.soft(new URL(value).password, `${name}: ${setting}`).toBe('')
    }
  expect(composeText()).not.toMatch(/[A-Za-z0-9+/]{32,}=*/)
})

test('only the proxy can be reached from outside, and by default only from this machine', () => {
  expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy'])
  expect(compose.services.proxy!.ports).toEqual(['127.0.0.1:80:80', '127.0.0.1:443:443'])
  expect(compose.networks.private!.internal).toBe(true)
  for (const name of ['database', 'redis', 'store']) expect(compose.services[name]!.networks, name).toEqual(['private'])
})

test('a service that keeps running is checked each second while it starts', () => {
  for (const [name, { healthcheck }] of services) if (!healthcheck!.disable) expect.soft(healthcheck!.start_interval, name).toBe('1s')
})

test('what our services run is in the image', () => {
  const copied = readFileSync('Dockerfile', 'utf8')
  for (const [name, { command = [], healthcheck }] of ours)
    for (const file of [...command, ...(healthcheck?.test ?? [])].filter((part) => part.startsWith('deploy/')))
      expect.soft(copied, `${name}: ${file}`).toContain(`${file} `)
})
