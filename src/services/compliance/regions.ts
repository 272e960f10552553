import northAmerica from '../../data/north-america.json' with { type: 'json' }

/** A state of the United States, or a province or territory of Canada. */
export interface Region {
  code: string
  country: string
  zones: readonly string[]
}

const normalize = (text: string) => text.toLowerCase().replaceAll('.', '').trim()

const regions: (Region & { name: string; also?: string[]; zip?: string })[] = northAmerica.regions
const regionsByName = new Map(regions.flatMap((region) => [region.code, region.name, ...(region.also ?? [])].map((name) => [normalize(name), region] as const)))

const regionsByZip = new Map(
  regions.flatMap((region) =>
    (region.zip?.split(' ') ?? []).flatMap((span) => {
      const [first = 0, last = first] = span.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, i) => [String(first + i).padStart(3, '0'), region] as const)
    }),
  ),
)

/** Returns the region with a name or code in any spelling: "fl", "Florida", "D.C.". */
export const findRegion = (text: string): Region | undefined => regionsByName.get(normalize(text))

/** Returns the state of a ZIP code such as "33101" or "33101-1234" by its first three digits, which are wrong for a few places at a border. */
export const findStateByZip = (zip: string): Region | undefined => (/^\d{5}(-?\d{4})?$/.test(zip.trim()) ? regionsByZip.get(zip.trim().slice(0, 3)) : undefined)
