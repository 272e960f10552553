import { Duplex } from 'node:stream'
import { z } from 'zod'
import type { CampaignId } from '../../kernel/vocabulary/ids.ts'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { cellsCsv } from '../../kernel/lib/csv.ts'
import { stringifyVerbatim } from '../../kernel/json/jsonSource.ts'
import { parseRowId } from '../../kernel/db/rows.ts'
import { exportedResult } from '../examples/results.ts'
import { parseInput } from '../handler.ts'
import { idParam } from '../params.ts'
import { resultFilter } from '../routes/results.ts'
import type { Extension } from '../route.ts'
import type { Exchange } from '../serve.ts'
import { CSV, sendFile } from '../stream.ts'

const Filter = z.object(resultFilter)

/** Opens all results of a campaign, which are read on demand. Throws NOT_FOUND. */
export type OpenResults = (actor: Actor, campaignId: CampaignId, filter: z.output<typeof Filter>) => Promise<Results>
interface Results {
  rows: AsyncIterable<object>
  header: readonly string[]
  cellsOf: (row: never) => unknown[]
}

const EXPORTED = {
  type: 'array',
  items: {
    allOf: [
      { $ref: '#/components/schemas/CampaignResult' },
      { type: 'object', properties: { columns: { type: 'object', description: 'Values of the columns by their names.' } }, required: ['columns'] },
    ],
  },
}

const common = {
  method: 'GET',
  scope: 'results:read',
  params: idParam('campaign_id', 'Campaign'),
  query: Filter,
  example: { params: { campaign_id: 12, outcome: 'success' } },
} as const

export const resultsCsvRoute: Extension = {
  ...common,
  path: '/campaigns/{campaign_id}/results.csv',
  tool: 'export_campaign_results_csv',
  command: 'results csv',
  notTool: 'a file of any length; `list_campaign_results` has the same page by page',
  summary: 'Download campaign results as CSV',
  about:
    "One line for each finished call, newest first: the fields of a result, then the campaign's columns. Objects and lists are JSON. " +
    'Text that a spreadsheet would read as a formula starts with an apostrophe.',
  answers: { 200: { description: 'Results with a header row.', types: ['text/csv'] } },
}

export const resultsJsonRoute: Extension = {
  ...common,
  path: '/campaigns/{campaign_id}/results.json',
  tool: 'export_campaign_results_json',
  command: 'results json',
  notTool: 'a file of any length; `list_campaign_results` has the same page by page',
  summary: 'Download campaign results as JSON',
  about:
    "An array of all results, newest first. Each result has its fields and, under `columns`, the campaign's columns. The response is streamed, so its size " +
    'is not limited.',
  answers: { 200: { description: 'Results.', types: ['application/json'], json: { schema: EXPORTED, example: [exportedResult] } } },
}

/** Maximum duration of the download, in milliseconds. */
const FINISH_MS = 3_600_000

/** The formats: the records of the results, and their conversion to text. */
const FORMATS = {
  csv: { type: CSV, records: lines, text: ({ header }: Results) => cellsCsv(header) },
  json: { type: 'application/json', records: ({ rows }: Results) => rows, text: () => Duplex.from(jsonArray) },
}

async function* lines({ rows, cellsOf }: Results): AsyncGenerator<unknown[]> {
  for await (const row of rows) yield cellsOf(row as never)
}

/** Creates the handler that streams the results of a campaign. */
export const resultsOf = (format: keyof typeof FORMATS, open: OpenResults) => async (actor: Actor, exchange: Exchange, query: object) => {
  const id = parseRowId(String(exchange.req.params.campaign_id), 'Campaign')
  const results = await open(actor, id, parseInput('query', Filter, query))
  const { type, records, text } = FORMATS[format]
  return sendFile(exchange, { name: `campaign-${id}-results.${format}`, type, records: records(results), text: text(results), finishMs: FINISH_MS })
}

/** Serializes an array, one element at a time. */
async function* jsonArray(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield before + stringifyVerbatim(row)
    before = ',\n'
  }
  yield before === '[' ? '[]' : ']'
}
