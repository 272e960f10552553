import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { MAX_VIEW_NAME_LENGTH, type ViewList } from '../../../../src/inputs/savedViews.ts'
import { useAction } from '../useAction.ts'
import { useViewer } from '../viewer.tsx'
import { readStored } from './storedState.ts'
import { type ColumnLayout, toLayout } from './tableLayout.ts'
import { DeleteViewDocument, SavedViewsDocument, type SaveViewMutationVariables, SaveViewDocument } from './views.gql.ts'

/** Filters, order and columns of a list, under a name. */
export interface SavedView {
  name: string
  /** Parameters of the URL. */
  search: Readonly<Record<string, string>>
  layout: ColumnLayout
}

type Save = (variables: SaveViewMutationVariables) => Promise<unknown>

/** The views of a list: the member's own and those of the workspace. Those that the browser kept in an earlier version are saved first. */
export function useSavedViews(list: ViewList) {
  const [{ data, error }] = useQuery({ query: SavedViewsDocument, variables: { list } })
  const [save, isSaving] = useAction(SaveViewDocument)
  const [remove] = useAction(DeleteViewDocument)
  const views = data?.savedViews.flatMap((view) => toView(view).map((read) => ({ ...read, id: view.id, isShared: view.isShared })))
  useEarlierViews(
    list,
    views?.filter(({ isShared }) => !isShared).map(({ name }) => name),
    save,
  )
  return {
    views,
    error,
    isSaving,
    save: (view: SavedView, isShared: boolean) => save({ input: { list, ...view, isShared } }),
    remove: (id: string) => remove({ id }),
  }
}

/** Saves the views that the browser has kept. One whose name is taken gets another name. The browser forgets each view once it is saved. */
function useEarlierViews(list: ViewList, names: readonly string[] | undefined, save: Save) {
  const { id, workspace } = useViewer()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (!names || hasStarted.current) return
    hasStarted.current = true
    void moveViews(`callwright.views.${id}.${workspace.id}.${list}`, names, (view) => save({ input: { list, ...view } }))
  })
}

async function moveViews(key: string, names: readonly string[], save: (view: SavedView) => Promise<unknown>) {
  const stored = readStored(key)
  const views = Array.isArray(stored) ? stored.flatMap(toView) : []
  for (const [index, view] of views.entries()) {
    const name = names.includes(view.name) ? `${view.name.slice(0, MAX_VIEW_NAME_LENGTH - 4)} (2)` : view.name
    if (!(await save({ ...view, name }))) return
    localStorage.setItem(key, JSON.stringify(views.slice(index + 1)))
  }
  localStorage.removeItem(key)
}

/** Reads a stored view, which may be from another version, or from a program. */
function toView(value: unknown): SavedView[] {
  const { name, search, layout } = (value ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || typeof search !== 'object' || !search) return []
  const params = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return [{ name, search: Object.fromEntries(params), layout: toLayout(layout) }]
}
