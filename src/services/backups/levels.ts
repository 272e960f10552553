/** A migration by its name and the SHA-256 of its text. */
export interface Level {
  name: string
  checksum: string
}

/** Whether a version knows all of these migrations, and they are its first ones. */
export const isKnown = (levels: readonly Level[], known: readonly Level[]) =>
  levels.length > 0 && levels.length <= known.length && levels.every(({ name, checksum }, at) => known[at]!.name === name && known[at]!.checksum === checksum)

/** Whether known migrations are fewer than a version has. */
export const isOlder = (levels: readonly Level[], known: readonly Level[]) => levels.length < known.length

/** Whether both are the same. */
export const areSame = (one: readonly Level[], other: readonly Level[]) => one.length === other.length && isKnown(one, other)
