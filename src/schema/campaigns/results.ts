import { parseRowId } from '../../kernel/db/rows.ts'
import * as recordings from '../../services/calls/recordings/recordings.ts'
import { type Column, type Result, rowOf } from '../../services/calls/results/resultColumns.ts'
import * as results from '../../services/calls/results/results.ts'
import { actorOf, builder } from '../base/builder.ts'
import { TranscriptLine } from '../calls/calls.ts'
import { ANALYSIS, DISCLOSURE_SAID, DURATION, LANGUAGE, OUTCOME, RECORDING, ANSWERS, SUCCESS, SUMMARY, UNSAID } from '../calls/callTexts.ts'
import { connection } from '../base/page.ts'
import { InvalidAnswer } from './invalidAnswers.ts'
import { CallStatus, DisclosureSaid } from '../enums/calls.ts'
import { DisclosureStatement } from '../enums/workspace.ts'
import { CallFilter } from '../../inputs/calls.ts'
import type { DisclosureSaid as Said } from '../../inputs/disclosure.ts'
import { disclosureSaidOf, unsaidOf } from '../../services/calls/callDisclosures.ts'
import { validationErrorsOf } from '../../services/calls/callColumns.ts'
import { transcriptOf } from '../../services/shared/jsonColumns.ts'

const CampaignResult = builder.objectRef<Result>('CampaignResult').implement({
  description: 'Result of a call of a campaign.',
  fields: (t) => ({
    callId: t.exposeID('id'),
    leadId: t.exposeID('leadId', { nullable: true }),
    externalId: t.exposeString('externalId', { nullable: true, description: 'Your ID for the lead.' }),
    leadName: t.exposeString('leadName', { nullable: true, description: 'Name of the lead. `null` if it has none or was deleted.' }),
    toNumber: t.exposeString('toNumber', { description: 'Number that was called, in E.164 format.' }),
    status: t.expose('status', { type: CallStatus }),
    outcome: t.exposeString('outcome', { nullable: true, description: OUTCOME }),
    summary: t.exposeString('summary', { nullable: true, description: SUMMARY }),
    analysis: t.expose('analysis', { type: 'JSON', nullable: true, description: ANALYSIS }),
    structuredData: t.expose('structuredData', { type: 'JSON', nullable: true, description: ANSWERS }),
    validationErrors: t.field({
      type: [InvalidAnswer],
      description: 'Invalid answers.',
      resolve: validationErrorsOf,
    }),
    successEvaluation: t.exposeString('successEvaluation', { nullable: true, description: SUCCESS }),
    transcript: t.field({ type: [TranscriptLine], description: 'Transcript of the call.', resolve: transcriptOf }),
    detectedLanguage: t.exposeString('detectedLanguage', { nullable: true, description: LANGUAGE }),
    durationSeconds: t.exposeInt('durationSeconds', { nullable: true, description: DURATION }),
    recordingUrl: t.string({
      nullable: true,
      description: RECORDING,
      resolve: recordings.urlOf,
    }),
    disclosureSaid: t.field({ type: DisclosureSaid, description: DISCLOSURE_SAID, resolve: disclosureSaidOf }),
    unsaid: t.field({ type: [DisclosureStatement], description: UNSAID, resolve: unsaidOf }),
    completedAt: t.expose('completedAt', { type: 'DateTime', description: 'When the call and its analysis were complete.' }),
  }),
})

const ResultColumn = builder.objectRef<Column>('ResultColumn').implement({
  description: 'Column of the results.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Key of the column.' }),
    label: t.exposeString('label', { description: 'Title of the column.' }),
  }),
})

builder.queryFields((t) => ({
  campaignResults: t.connection(
    {
      type: CampaignResult,
      description: 'List the results of a campaign, newest first.',
      authScopes: { scope: 'results:read' },
      args: {
        campaignId: t.arg.id({ required: true }),
        status: t.arg({ type: CallStatus, description: 'Only calls with this status.' }),
        outcome: t.arg.string({ description: 'Only calls with this outcome.' }),
        disclosureSaid: t.arg({ type: DisclosureSaid, description: CallFilter.shape.disclosureSaid.description }),
      },
      resolve: async (_, { campaignId, first, after, status, outcome, disclosureSaid }, ctx) => {
        const page = await results.list(
          actorOf(ctx),
          parseRowId(campaignId, 'Campaign'),
          { first, after },
          { status, outcome, disclosureSaid: disclosureSaid as Said | null },
        )
        return { ...connection(page, after), page }
      },
    },
    {
      fields: (f) => ({
        displayColumns: f.field({ type: [ResultColumn], description: 'Columns of the results.', resolve: ({ page }) => page.columns }),
        rows: f.field({
          type: ['JSON'],
          description: 'Same results as objects with the column names as keys.',
          resolve: ({ page: { columns, rows } }) => rows.map((row) => rowOf(columns, row)),
        }),
      }),
    },
  ),
}))
