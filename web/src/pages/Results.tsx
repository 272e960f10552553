/** Of one campaign. */
export function Results(_props: { campaignId: string }) {
  return null
}
