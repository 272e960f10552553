const ROWS = '#content :is([role=rowgroup]:not(:first-child) > [role=row], tbody > tr)'

/** What opens a row, or else the first thing in it that can be pressed. */
const openerOf = (row: Element) => row.querySelector<HTMLElement>('a[href], button:not(:disabled)')
const currentRow = () => document.activeElement?.closest(ROWS)

/** Moves the focus to the opener of the next row or the one before: from outside the rows, to the first that is visible. */
export function moveRow(step: 1 | -1) {
  const rows = [...document.querySelectorAll(ROWS)].filter(openerOf)
  const current = currentRow()
  const isVisible = (row: Element) => row.getBoundingClientRect().top >= document.querySelector('header')!.offsetHeight
  const target = current ? rows[rows.indexOf(current) + step] : (rows.find(isVisible) ?? rows[0])
  if (target) openerOf(target)!.focus()
}

/** Whether arrow keys move between rows: the focus is in a row, and not in what has its own use for them. */
export const isInRow = () => Boolean(currentRow()) && !document.activeElement!.closest('input, select, textarea, [role=separator], [role=slider]')

/** Selects the row with the focus, or deselects it. */
export const selectRow = () => currentRow()?.querySelector<HTMLElement>('[data-select] input')?.click()

/** Clears the selection of rows. */
export const clearSelection = () => document.querySelector<HTMLElement>('[data-clears-selection]')?.click()
