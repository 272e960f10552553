/** The number of a row as a spreadsheet counts: that of a CSV file begins below its header. */
export const rowNumber = ({ source }: { source: string }, index: number) => index + (source === 'csv' ? 2 : 1)
