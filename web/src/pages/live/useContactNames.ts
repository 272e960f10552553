import { useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'
import { MAX_NAMED_CONTACTS } from '../../../../src/inputs/contacts.ts'
import { isContactNumber } from '../../parts/text/contactNumber.ts'
import { LiveContactNamesDocument } from './Live.gql.ts'

/** Numbers that appear within this time share a request. */
const BATCH_MS = 400

/** The names of contacts by number. Asks once for each number, many at a time. */
export function useContactNames(numbers: readonly string[]): ReadonlyMap<string, string> {
  const client = useClient()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const asked = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const key = [...new Set(numbers)].filter(isContactNumber).join()
  const latest = useRef(key)
  useEffect(() => {
    latest.current = key
    const listUnknown = () => latest.current.split(',').filter((number) => number && !asked.current.has(number))
    const ask = async () => {
      timer.current = undefined
      const phoneNumbers = listUnknown().slice(0, MAX_NAMED_CONTACTS)
      if (phoneNumbers.length === 0) return
      phoneNumbers.forEach((number) => asked.current.add(number))
      const { data } = await client.query(LiveContactNamesDocument, { phoneNumbers }).toPromise()
      const found = phoneNumbers.flatMap((number, at): [string, string][] => (data?.contactNames[at] ? [[number, data.contactNames[at]]] : []))
      if (found.length > 0) setNames((before) => new Map([...before, ...found]))
    }
    // A timer that runs isn't restarted, so that a busy board gets its names too.
    if (listUnknown().length > 0) timer.current ??= setTimeout(() => void ask(), BATCH_MS)
  }, [client, key])
  useEffect(() => () => clearTimeout(timer.current), [])
  return names
}
