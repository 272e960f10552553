const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'
/** What is over the page. */
const LAYER = '[role=dialog], [role=menu]'
/** How many layers are remembered: a row's menu, and the dialog that its entry opens, are three with the page. */
const REMEMBERED = 8
/** Dialogs and menus return the focus themselves before that. */
const DELAY_MS = 60

/** Where an element was: its parents, and the position in each. */
interface Place {
  element: HTMLElement
  layer: Element | null
  parents: readonly { parent: Element; index: number }[]
}

/**
 * Returns the focus when the element that had it is deleted, or is disabled while it works. It goes back to that element if it can be used again, else
 * to what stands in its place now, and to the page if nothing does. Returns what stops it.
 */
export function keepFocus(): () => void {
  const places: Place[] = []
  let timer = 0
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const place = placeOf(target)
    // The last in each layer counts.
    if (places[0]?.layer === place.layer) places.shift()
    places.unshift(place)
    places.splice(REMEMBERED)
  }
  const restore = () => {
    const last = places[0]?.element
    if (!last || hasFocus() || (last.isConnected && last.matches('[data-loading]'))) return
    // What can be used was left by a click on nothing, unless it was disabled for a while.
    if (last.isConnected && isUsable(last) && !disabled.delete(last)) return
    const target = places.map(nearest).find(Boolean) ?? document.querySelector<HTMLElement>('[aria-modal=true]') ?? document.getElementById('content')
    target?.focus({ preventScroll: true })
  }
  const disabled = new WeakSet<HTMLElement>()
  const observer = new MutationObserver(() => {
    if (places[0]?.element.matches(':disabled')) disabled.add(places[0].element)
    if (hasFocus()) return
    clearTimeout(timer)
    timer = window.setTimeout(restore, DELAY_MS)
  })
  document.addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'data-loading'] })
  return () => {
    observer.disconnect()
    clearTimeout(timer)
    document.removeEventListener('focusin', remember)
  }
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body
const isUsable = (element: Element) => !element.matches(':disabled') && element.checkVisibility()

function placeOf(element: HTMLElement): Place {
  const parents: { parent: Element; index: number }[] = []
  for (let child: Element = element; child.parentElement && child !== document.body; child = child.parentElement)
    parents.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
  return { element, layer: element.closest(LAYER), parents }
}

/** The element itself, or what can be focused nearest to where it was. Undefined if all that it was in is gone. */
function nearest({ element, parents }: Place): HTMLElement | undefined {
  if (element.isConnected && isUsable(element)) return element
  for (const { parent, index } of parents) {
    if (parent === document.body || parent.matches('[data-portal]')) return
    if (!parent.isConnected) continue
    // A new page, which is read from its beginning.
    if (parent.id === 'content' && parent instanceof HTMLElement) return parent
    const siblings = [parent.children[index], parent.children[index - 1], parent]
    const found = siblings.flatMap((sibling) => (sibling ? [...sibling.querySelectorAll<HTMLElement>(FOCUSABLE)] : [])).find(isUsable)
    if (found) return found
  }
}
