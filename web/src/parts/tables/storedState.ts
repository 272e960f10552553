import { useState } from 'react'

/** A state that the browser keeps under a key. `read` makes it of what is stored, which may be null, from another version, or from a program. */
export function useStoredState<Value>(key: string, read: (stored: unknown) => Value) {
  const [value, setValue] = useState(() => read(readStored(key)))
  const keep = (next: Value) => {
    setValue(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return [value, keep] as const
}

/** Returns what the browser has stored under a key, or null. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
