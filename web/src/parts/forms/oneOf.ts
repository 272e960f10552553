/** Returns a URL value if it is one of the allowed values, otherwise undefined, so that an unknown value filters nothing. */
export const oneOf = <T extends string>(values: readonly T[], text: string | undefined): T | undefined => values.find((value) => value === text)
