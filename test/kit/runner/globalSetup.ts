import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeWorkerUtils } from 'graphile-worker'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { deploy } from '../../../prisma/engine.ts'
import { connect, disconnect } from '../../../src/kernel/db/db.ts'
import { findRunningPostgres, startPostgres } from '../../../src/embedded/postgres.ts'
import * as documentLoading from '../../../src/services/documentation/documentLoading.ts'
import type { Chromium } from '../browser/chromium.ts'
import { createDataFolder, removeAbandonedData } from '../server/dataFolder.ts'
import { createTestRole, secureRows, TEST_ROLE } from '../server/rowSecurity.ts'
import { findRequiredPrograms } from './requiredPrograms.ts'
import { checkDocumentFolder, UNCHECKED_NOTICE, areDocumentsMissing } from './vendorFolder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of PostgreSQL as a superuser, through TCP. */
    postgres: string
    /** The URL of the same as the role of the tests, through a Unix socket, like that of the product. */
    database: string
    /** The tables with a workspace. */
    workspaceTables: string[]
    redis: string
    chromium: Chromium
  }
}

/**
 * Finds the required programs, and starts one PostgreSQL for the run. Its database `migrated` has the schema with row-level security, and
 * the documentation. Every test file clones it.
 */
export default async function setup(project: TestProject) {
  checkDocumentFolder()
  const { redis, chromium } = findRequiredPrograms()
  project.provide('redis', redis)
  project.provide('chromium', chromium)
  removeAbandonedData()
  const dir = createDataFolder('tests')
  process.env.PRODUCT_TEMPLATE = join(dir, 'product')
  const postgres = await startPostgres(dir, ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'])
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  const roleUrl = await createTestRole(postgres.url)
  await admin.query(`create database migrated owner ${TEST_ROLE}`)
  const url = roleUrl.replace(/\/postgres$/, '/migrated')
  await deploy(url)
  project.provide('workspaceTables', await secureRows(url))
  const utils = await makeWorkerUtils({ connectionString: url })
  await utils.migrate()
  await utils.release()
  connect(url)
  await documentLoading.load()
  await disconnect()
  await admin.end()
  project.provide('postgres', (await findRunningPostgres(dir))!)
  project.provide('database', roleUrl)
  return async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
    if (areDocumentsMissing) process.stdout.write(`${UNCHECKED_NOTICE}\n`)
  }
}
