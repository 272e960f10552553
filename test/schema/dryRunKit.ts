import type { Client } from '../kit/clients/client.ts'

const FIELDS = `leads leftOut beginsAt finishesAt endedBy firstCallAt lastCallAt talkMinutes peakConcurrency seed
  calls { total completed voicemail busy noAnswer failed } cost { low expected high currency }
  leadStatuses { name leads } skipped { name leads } waits { reason hours } days { date calls }`

/** Forecasts a campaign. */
export const dryRun = async (key: Client, campaignId: number | string, input?: object) => {
  const query = `query ($id: ID!, $input: DryRunInput) { campaignDryRun(campaignId: $id, input: $input) { ${FIELDS} } }`
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses without types
  return (await key.gql<any>(query, { id: campaignId, input })).campaignDryRun
}
