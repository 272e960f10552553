import type { CampaignSettings as Settings, DayWindow as Window } from '../../inputs/campaignSettings.ts'
import { builder } from '../base/builder.ts'
import { ConsentRequiredEnum, LegalHours, RetryOutcome, Weekday } from '../enums/campaigns.ts'

const DayWindow = builder.objectRef<Window>('DayWindow').implement({
  description: 'Part of a day, in the local time of the lead.',
  fields: (t) => ({
    days: t.expose('days', { type: [Weekday], nullable: true, description: '`null` means every day.' }),
    from: t.exposeString('from', { description: 'Start, such as `09:30`.' }),
    to: t.exposeString('to', { description: 'End, exclusive. `24:00` is midnight.' }),
  }),
})

export const CampaignSettings = builder.objectRef<Settings>('CampaignSettings').implement({
  description: 'Settings of a campaign, including defaults.',
  fields: (t) => ({
    callingWindows: t.expose('callingWindows', { type: [DayWindow], description: 'Calling hours. Empty if calls are allowed at any time.' }),
    quietHours: t.expose('quietHours', { type: [DayWindow], description: 'Hours without calls, within the calling hours.' }),
    legalHours: t.expose('legalHours', { type: LegalHours, description: "When the legal calling hours of the lead's location apply." }),
    consentRequired: t.expose('consentRequired', { type: ConsentRequiredEnum, description: 'Consent without which a lead is not called.' }),
    skipHolidays: t.exposeBoolean('skipHolidays', { description: "Whether public holidays of the lead's country are days without calls." }),
    excludedDates: t.exposeStringList('excludedDates', { description: 'Excluded dates, in the local time of the lead.' }),
    maxAttempts: t.exposeInt('maxAttempts', { description: 'Maximum number of calls to a lead.' }),
    maxAttemptsPerDay: t.exposeInt('maxAttemptsPerDay', {
      nullable: true,
      description: 'Maximum number of calls to a lead within 24 hours. `null` for no maximum.',
    }),
    retryBusyMinutes: t.exposeInt('retryBusyMinutes', { description: 'Minutes until a retry after the number was busy.' }),
    retryNoAnswerMinutes: t.exposeInt('retryNoAnswerMinutes', { description: 'Minutes until a retry after no answer.' }),
    retryVoicemailMinutes: t.exposeInt('retryVoicemailMinutes', { description: 'Minutes until a retry after a voicemail answered.' }),
    retryFailedMinutes: t.exposeInt('retryFailedMinutes', { description: 'Minutes until a retry after the call failed.' }),
    retryOutcomes: t.expose('retryOutcomes', { type: [RetryOutcome], description: 'Results of a call after which the lead is called again.' }),
    callbackMinutes: t.exposeInt('callbackMinutes', { description: 'Minutes until a callback if the contact asked for one without naming a time.' }),
    concurrency: t.exposeInt('concurrency', { nullable: true, description: 'Maximum number of concurrent calls. `null` for the limit of the plan.' }),
    callsPerSecond: t.exposeFloat('callsPerSecond', { nullable: true, description: 'Maximum number of new calls per second. `null` for no maximum.' }),
    budget: t.exposeString('budget', { nullable: true, description: 'Maximum spend of the campaign in the currency of the wallet. `null` for no maximum.' }),
    numberIds: t.exposeIDList('numberIds', {
      description: 'Numbers to call from. Empty if the campaign uses its single number or the first active number of the workspace.',
    }),
    failureRateThreshold: t.exposeInt('failureRateThreshold', {
      description: 'Failure limit: percentage of recent calls that fail before Callwright pauses the campaign.',
    }),
    failureRateWindow: t.exposeInt('failureRateWindow', { description: 'Number of recent calls used to calculate the failure rate.' }),
    knowledgeBaseIds: t.exposeIDList('knowledgeBaseIds', { description: 'Knowledge bases of the campaign, in addition to those of its agent.' }),
  }),
})
