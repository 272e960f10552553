/** A priority queue. */
export interface Queue<T> {
  push(item: T): void
  first(): T | undefined
  pop(): T | undefined
  size(): number
  /** All items, unordered. */
  all(): readonly T[]
}

/** Creates a queue as a binary heap: push and pop take logarithmic time. */
export function createQueue<T>(isBefore: (a: T, b: T) => boolean): Queue<T> {
  const heap: T[] = []
  const swap = (a: number, b: number) => ([heap[a], heap[b]] = [heap[b]!, heap[a]!])
  const isFirst = (a: number, b: number) => a < heap.length && isBefore(heap[a]!, heap[b]!)

  function rise(at: number) {
    for (let parent = (at - 1) >> 1; at > 0 && isFirst(at, parent); at = parent, parent = (at - 1) >> 1) swap(at, parent)
  }

  function sink(at: number) {
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let first = isFirst(left, at) ? left : at
      if (isFirst(right, first)) first = right
      if (first === at) return
      swap(at, first)
      at = first
    }
  }

  return {
    push(item) {
      heap.push(item)
      rise(heap.length - 1)
    },
    first: () => heap[0],
    pop() {
      const [first] = heap
      const last = heap.pop()
      if (heap.length > 0) {
        heap[0] = last!
        sink(0)
      }
      return first
    },
    size: () => heap.length,
    all: () => heap,
  }
}
