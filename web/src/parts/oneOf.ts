/** A text of an address as one of the values that a filter has; undefined for any other, which then filters nothing. */
export const oneOf = <T extends string>(values: readonly T[], text: string | undefined): T | undefined => values.find((value) => value === text)
