import { GraphQLFloat, GraphQLID, GraphQLInt, GraphQLNonNull, GraphQLObjectType, type GraphQLScalarType, GraphQLSchema, GraphQLString } from 'graphql'
import { streamEvents } from '../../src/kernel/events.ts'

const must = (type: GraphQLScalarType) => ({ type: new GraphQLNonNull(type) })

const Progress = new GraphQLObjectType({
  name: 'Progress',
  fields: {
    id: must(GraphQLID),
    status: must(GraphQLString),
    activeCalls: must(GraphQLInt),
    callsPerMinute: must(GraphQLInt),
    cost: must(GraphQLString),
    pauseReason: { type: GraphQLString },
    t: must(GraphQLFloat),
  },
})

/** A schema with one subscription whose data is in memory, so that only the delivery is measured. `t` is the time of the event in milliseconds. */
export const liveSchema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { ok: { type: GraphQLInt } } }),
  subscription: new GraphQLObjectType({
    name: 'Subscription',
    fields: {
      progress: {
        type: new GraphQLNonNull(Progress),
        extensions: { shared: 'state' },
        subscribe: () => streamEvents('campaign.updated', () => true),
        resolve: (event) => progressOf((event as { campaignId: number }).campaignId),
      },
    },
  }),
})

export const progressOf = (number: number) => ({
  id: number,
  status: 'running',
  activeCalls: number % 20,
  callsPerMinute: 120,
  cost: '12.3400',
  pauseReason: null,
  t: performance.timeOrigin + performance.now(),
})

export const LIVE_QUERY = 'subscription { progress { id status activeCalls callsPerMinute cost pauseReason t } }'

/** The query of the product. */
export const PROGRESS_QUERY = `subscription ($id: ID!) { campaignProgress(campaignId: $id) {
  status pauseReason waiting { reason until } activeCalls callsPerMinute budgetSpent remainingSeconds at
  stats { leads { pending calling completed failed total } calls { completed total } outcomes talkMinutes cost }
} }`
