import { rmSync } from 'node:fs'
import { makeWorkerUtils } from 'graphile-worker'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { deploy } from '../../prisma/engine.ts'
import { connect, disconnect } from '../../src/kernel/db/db.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import * as documentLoading from '../../src/services/documentation/documentLoading.ts'
import type { Chromium } from './chromium.ts'
import { dataFolder } from './folder.ts'
import { lookForNeeds } from './needs.ts'
import { checkFolder, NOT_CHECKED, withoutDocuments } from './vendorFolder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
    redis: string
    chromium: Chromium
  }
}

/** Looks for what the tests need. Then one real PostgreSQL a run, with a migrated database, the documentation loaded, that every test file clones. */
export default async function setup(project: TestProject) {
  checkFolder()
  const { redis, chromium } = lookForNeeds()
  project.provide('redis', redis)
  project.provide('chromium', chromium)
  const dir = dataFolder('tests')
  const postgres = await startPostgres(dir, ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'])
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create database migrated')
  const url = postgres.url.replace(/\/postgres$/, '/migrated')
  await deploy(url)
  const utils = await makeWorkerUtils({ connectionString: url })
  await utils.migrate()
  await utils.release()
  connect(url)
  await documentLoading.load()
  await disconnect()
  await admin.end()
  project.provide('postgres', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
    if (withoutDocuments) process.stdout.write(`${NOT_CHECKED}\n`)
  }
}
