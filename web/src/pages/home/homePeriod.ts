/** What the figures of the home page are about: so many days, as an input of the statistics. */
export interface HomePeriod {
  days: number
  input: { from: string; to: string }
}
