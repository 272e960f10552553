/** Of one campaign. */
export function Leads(_props: { campaignId: string }) {
  return null
}
