/** Marks at which sides of a box there is more to scroll to. Its styles show it. */
export function markOverflow(box: HTMLElement) {
  box.toggleAttribute('data-scrolled', box.scrollLeft > 0)
  box.toggleAttribute('data-more', box.scrollLeft + box.clientWidth < box.scrollWidth - 1)
}

/** A ref that keeps the marks of a box that scrolls sideways, also when the box or its content changes size. */
export function watchOverflow(box: HTMLElement | null) {
  if (!box) return
  const observer = new ResizeObserver(() => markOverflow(box))
  for (const element of [box, ...box.children]) observer.observe(element)
  return () => observer.disconnect()
}
