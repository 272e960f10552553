import { parseRowId } from '../kernel/db/rows.ts'
import * as answerNames from '../services/calls/answerNames.ts'
import * as leadFieldNames from '../services/leads/leadFieldNames.ts'
import { actorOf, builder } from './base/builder.ts'

const campaignOf = (id: string | null | undefined) => (id == null ? null : parseRowId(id, 'Campaign'))

builder.queryFields((t) => ({
  leadFieldNames: t.stringList({
    description: 'List the names of the custom fields of the newest 1,000 leads, the most frequent first. There are at most 100.',
    authScopes: { scope: 'leads:read' },
    args: { campaignId: t.arg.id({ description: 'Only leads of this campaign.' }) },
    resolve: (_, { campaignId }, ctx) => leadFieldNames.list(actorOf(ctx), campaignOf(campaignId)),
  }),
  callAnswerNames: t.stringList({
    description: 'List the names of the answers of the newest 1,000 calls, the most frequent first. There are at most 100.',
    authScopes: { scope: 'calls:read' },
    args: { campaignId: t.arg.id({ description: 'Only calls of this campaign.' }) },
    resolve: (_, { campaignId }, ctx) => answerNames.list(actorOf(ctx), campaignOf(campaignId)),
  }),
}))
