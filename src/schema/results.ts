import type { TranscriptLine as Line } from '../providers/provider.ts'
import { rowId } from '../kernel/db/rows.ts'
import type { Unfit } from '../services/extraction/answersJudge.ts'
import * as recordings from '../services/calls/recordings/recordings.ts'
import { type Column, type Result, rowOf } from '../services/calls/results/resultColumns.ts'
import * as results from '../services/calls/results/results.ts'
import { actorOf, builder } from './builder.ts'
import { TranscriptLine } from './calls.ts'
import { ANALYSIS } from './endedReason.ts'
import { connection } from './page.ts'
import { UnfitAnswer } from './unfitAnswers.ts'

const CampaignResult = builder.objectRef<Result>('CampaignResult').implement({
  description: "What came of one of a campaign's calls",
  fields: (t) => ({
    callId: t.exposeID('id'),
    leadId: t.exposeID('leadId', { nullable: true }),
    externalId: t.exposeString('externalId', { nullable: true, description: "The lead's own key" }),
    toNumber: t.exposeString('toNumber'),
    status: t.exposeString('status'),
    outcome: t.exposeString('outcome', { nullable: true }),
    summary: t.exposeString('summary', { nullable: true }),
    analysis: t.expose('analysis', { type: 'JSON', nullable: true, description: ANALYSIS }),
    structuredData: t.expose('structuredData', { type: 'JSON', nullable: true }),
    unfitData: t.field({
      type: [UnfitAnswer],
      description: 'Answers that do not fit what was asked',
      resolve: ({ unfitData }) => (unfitData ?? []) as unknown as Unfit[],
    }),
    successEvaluation: t.exposeString('successEvaluation', { nullable: true }),
    transcript: t.field({ type: [TranscriptLine], resolve: ({ transcript }) => transcript as unknown as Line[] }),
    detectedLanguage: t.exposeString('detectedLanguage', { nullable: true }),
    durationSeconds: t.exposeInt('durationSeconds', { nullable: true }),
    recordingUrl: t.string({ nullable: true, resolve: recordings.urlOf }),
    completedAt: t.expose('completedAt', { type: 'DateTime' }),
  }),
})

const ResultColumn = builder.objectRef<Column>('ResultColumn').implement({
  description: 'A column that results are shown in',
  fields: (t) => ({ name: t.exposeString('name'), label: t.exposeString('label', { description: 'As people read it' }) }),
})

builder.queryFields((t) => ({
  campaignResults: t.connection(
    {
      type: CampaignResult,
      description: "A campaign's finished calls, newest first",
      authScopes: { scope: 'results:read' },
      args: { campaignId: t.arg.id({ required: true }), status: t.arg.string(), outcome: t.arg.string() },
      resolve: async (_, { campaignId, first, after, status, outcome }, ctx) => {
        const page = await results.list(actorOf(ctx), rowId(campaignId, 'Campaign'), { first, after }, { status, outcome })
        return { ...connection(page, after), page }
      },
    },
    {
      fields: (f) => ({
        displayColumns: f.field({ type: [ResultColumn], resolve: ({ page }) => page.columns }),
        rows: f.field({
          type: ['JSON'],
          description: 'The same results as objects keyed by the names of the columns',
          resolve: ({ page: { columns, rows } }) => rows.map((row) => rowOf(columns, row)),
        }),
      }),
    },
  ),
}))
