/** Period of the overview: its days, and the input of the statistics queries. */
export interface HomePeriod {
  days: number
  input: { from: string; to: string }
}
