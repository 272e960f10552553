import type { CampaignSettings as Settings, DayWindow as Window } from '../inputs/campaignSettings.ts'
import { builder } from './builder.ts'

const DayWindow = builder.objectRef<Window>('DayWindow').implement({
  description: 'Part of a day, in the local time of whoever is called',
  fields: (t) => ({
    days: t.stringList({ nullable: true, description: 'mon to sun; every day when null', resolve: ({ days }) => days }),
    from: t.exposeString('from'),
    to: t.exposeString('to', { description: 'Does not count any more; 24:00 is midnight' }),
  }),
})

export const CampaignSettings = builder.objectRef<Settings>('CampaignSettings').implement({
  description: 'What a campaign keeps to besides the law, with every default in its place',
  fields: (t) => ({
    callingWindows: t.expose('callingWindows', { type: [DayWindow], description: 'When calls may begin; any time when empty' }),
    quietHours: t.expose('quietHours', { type: [DayWindow], description: 'When none may begin' }),
    legalHours: t.exposeString('legalHours', { description: 'by_purpose or always' }),
    skipHolidays: t.exposeBoolean('skipHolidays', { description: "No calls on public holidays of the lead's country" }),
    closedDates: t.exposeStringList('closedDates', { description: 'Further local dates without calls' }),
    maxAttempts: t.exposeInt('maxAttempts', { description: 'Calls to a lead at most' }),
    maxAttemptsPerDay: t.exposeInt('maxAttemptsPerDay', { nullable: true, description: 'Calls to a lead at most within 24 hours' }),
    retryBusyMinutes: t.exposeInt('retryBusyMinutes'),
    retryNoAnswerMinutes: t.exposeInt('retryNoAnswerMinutes'),
    retryVoicemailMinutes: t.exposeInt('retryVoicemailMinutes'),
    retryFailedMinutes: t.exposeInt('retryFailedMinutes'),
    retryOutcomes: t.stringList({ description: 'What is tried again at all', resolve: ({ retryOutcomes }) => retryOutcomes }),
    callbackMinutes: t.exposeInt('callbackMinutes', { description: 'Until somebody who asked for it is called back, unless a time was named' }),
    concurrency: t.exposeInt('concurrency', { nullable: true, description: 'Calls at once; as many as the plan allows when null' }),
    callsPerSecond: t.exposeFloat('callsPerSecond', { nullable: true, description: 'New calls a second; as fast as possible when null' }),
    budget: t.exposeString('budget', { nullable: true, description: 'What its calls may cost in all, in the currency of the wallet; no limit when null' }),
    numberIds: t.exposeIDList('numberIds', { description: 'Numbers to call from; from_number_id, or the first number, when empty' }),
    breakerPercent: t.exposeInt('breakerPercent', { description: 'It pauses when so many of the last calls failed, in percent' }),
    breakerCalls: t.exposeInt('breakerCalls', { description: 'How many last calls are looked at' }),
    knowledgeBaseIds: t.exposeIDList('knowledgeBaseIds', { description: "What its calls are answered from, besides the agent's own knowledge" }),
  }),
})
