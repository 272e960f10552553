/** Opens the command palette. */
export function PaletteButton() {
  return null
}
