/** Uploads leads into a campaign, step by step; tells when an import has ended. */
export function LeadUpload(_props: { campaignId: string; onDone?: () => void }) {
  return null
}
