import { useMessages } from '../../messages.ts'

/** Formats any lead value or answer as text. Lists and objects become JSON. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** Returns the text function of answers: as lead values, with yes and no in words. */
export function useAnswerText() {
  const common = useMessages('common')
  return (value: unknown) => (typeof value === 'boolean' ? common(value ? 'yes' : 'no') : toText(value))
}

/** Name of a question without a title: `will_come` is "Will come". */
export const questionName = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')
