import { expect, test } from 'vitest'
import { pool } from '../../../src/kernel/db/db.ts'
import { explain } from '../../kit/observers/plans.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { createReader } from './documentKit.ts'

const testServer = useTestServer()

/** Creates ten thousand documents, which the database indexes and analyzes. */
test('ten thousand documents are searched with the index', async () => {
  await pool.query(`insert into documents (slug, language, title, url, body, plain, words)
    select 'filler-' || n, 'en-US', 'Filler ' || n, '/', 'x', 'x', document_vector('§0 en', 'en', jsonb_build_array(jsonb_build_object(
      'weight', 'D', 'section', true, 'codes', '[]'::jsonb, 'text', case n % 100 when 0 then 'webhook ' else '' end || (select string_agg('word' || n * w % 3000, ' ') from generate_series(1, 40) w)))) from generate_series(1, 10000) n`)
  await pool.query('analyze documents')
  const bob = await createReader(testServer().url)
  const plan = await explain(
    `select id from documents where words @@ '(''§0 en'' | ''§7 en'') & (webhook | signatur)' and coalesce(workspace_id, 0) = any('{0,7}') limit 3000`,
  )
  expect(plan).toContain('documents_words_idx')
  expect((await bob.search('webhook signature')).body.results[0].slug).toBe('webhooks')
})
