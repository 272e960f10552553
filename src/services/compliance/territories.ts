import table from '../../data/territories.json' with { type: 'json' }

/** The table of territories, which is part of the version of each table of rules. */
export const { territories } = table

const laws: ReadonlyMap<string, string> = new Map(Object.entries(territories).map(([place, { law }]) => [place, law]))

/** Returns the country whose law applies in a country or territory (ISO 3166), such as `US` in Puerto Rico. */
export const lawCountryOf = (country: string | null): string | null => laws.get(country ?? '') ?? country

/** Finds the rule of a country or territory, or else of the country whose law applies there. Returns it with its place. */
export function findByLaw<Rule>(country: string | null, find: (place: string) => Rule | undefined): { place: string; rule: Rule } | undefined {
  for (const place of new Set([country, lawCountryOf(country)])) {
    const rule = place === null ? undefined : find(place)
    if (place !== null && rule !== undefined) return { place, rule }
  }
}

/** Adds to rules by place those of territories that have none of their own. */
export function withTerritories<Rule>(rules: ReadonlyMap<string, Rule>): ReadonlyMap<string, Rule> {
  const inherited = [...laws].filter(([place, law]) => !rules.has(place) && rules.has(law)).map(([place, law]) => [place, rules.get(law)!] as const)
  return new Map([...rules, ...inherited])
}
