import { Textarea, type TextareaProps } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../messages.ts'

interface JsonFieldProps<Value> extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: Value | string | undefined
  /** Receives the parsed value, the text while it isn't valid JSON, or undefined if it is empty. */
  onChange: (value: Value | string | undefined) => void
  /** Whether a parsed value is acceptable. */
  accepts: (value: unknown) => value is Value
}

/** JSON editor of a value. Invalid JSON is kept as text, so that no input is lost. */
export function JsonField<Value>({ value, onChange, accepts, error, ...props }: JsonFieldProps<Value>) {
  const t = useMessages('common')
  const [text, setText] = useState(() => toText(value))
  const isCurrent = JSON.stringify(parseJson(text, accepts)) === JSON.stringify(value)
  return (
    <Textarea
      autosize
      minRows={4}
      maxRows={24}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 'var(--mantine-font-size-xs)' } }}
      {...props}
      value={isCurrent ? text : toText(value)}
      onChange={({ target }) => {
        setText(target.value)
        onChange(parseJson(target.value, accepts))
      }}
      error={error ?? (typeof value === 'string' ? t('notJson') : null)}
    />
  )
}

const toText = (value: unknown) => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2))

function parseJson<Value>(text: string, accepts: (value: unknown) => value is Value): Value | string | undefined {
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return accepts(value) ? value : text
  } catch {
    return text
  }
}
