import { SegmentedMessage } from 'sms-segments-calculator'

/** Into how many SMS carriers divide a text; at least one. */
export const segmentsOf = (body: string): number => (body === '' ? 1 : new SegmentedMessage(body).segmentsCount)
