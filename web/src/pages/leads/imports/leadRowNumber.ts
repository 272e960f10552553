/** Row number as a spreadsheet counts: a CSV file's rows start below its header. */
export const rowNumber = ({ source }: { source: string }, index: number) => index + (source === 'csv' ? 2 : 1)
