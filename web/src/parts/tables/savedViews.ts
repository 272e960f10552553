import { useViewer } from '../viewer.tsx'
import { useStoredState } from './storedState.ts'
import { type ColumnLayout, toLayout } from './tableLayout.ts'

/** Filters, order and columns of a list, under a name. */
export interface SavedView {
  name: string
  /** Parameters of the URL. */
  search: Readonly<Record<string, string>>
  layout: ColumnLayout
}

export const MAX_VIEWS = 30
export const MAX_NAME_LENGTH = 60

/** The views of a list, which the browser keeps for each person and workspace. A view with the name of another replaces it. */
export function useSavedViews(list: string) {
  const { id, workspace } = useViewer()
  const [views, keep] = useStoredState(`callwright.views.${id}.${workspace.id}.${list}`, toViews)
  const without = (name: string) => views.filter((view) => view.name !== name)
  return {
    views,
    save: (view: SavedView) => keep([...without(view.name), view].toSorted((one, other) => one.name.localeCompare(other.name)).slice(0, MAX_VIEWS)),
    remove: (name: string) => keep(without(name)),
  }
}

const toViews = (stored: unknown): readonly SavedView[] => (Array.isArray(stored) ? stored.flatMap(toView) : [])

/** Reads a stored view, which may be from another version, or from a program. */
function toView(value: unknown): SavedView[] {
  const { name, search, layout } = (value ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || typeof search !== 'object' || !search) return []
  const params = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return [{ name, search: Object.fromEntries(params), layout: toLayout(layout) }]
}
