import { Textarea, type TextareaProps } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages.ts'

interface JsonFieldProps<Value> extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: Value | string | undefined
  /** Given the value as it is read, the text as long as it cannot be read, or nothing when it is empty. */
  onChange: (value: Value | string | undefined) => void
  /** Whether something that is JSON may stand here. */
  accepts: (value: unknown) => value is Value
}

/** A value of JSON, written as text. What is no JSON yet is kept as the text it is, so that nothing written is lost. */
export function JsonField<Value>({ value, onChange, accepts, error, ...props }: JsonFieldProps<Value>) {
  const t = useMessages('common')
  const [written, write] = useState(() => textOf(value))
  const isMine = JSON.stringify(read(written, accepts)) === JSON.stringify(value)
  return (
    <Textarea
      autosize
      minRows={4}
      maxRows={24}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 'var(--mantine-font-size-xs)' } }}
      {...props}
      value={isMine ? written : textOf(value)}
      onChange={({ target }) => {
        write(target.value)
        onChange(read(target.value, accepts))
      }}
      error={error ?? (typeof value === 'string' ? t('notJson') : null)}
    />
  )
}

const textOf = (value: unknown) => (value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2))

function read<Value>(text: string, accepts: (value: unknown) => value is Value): Value | string | undefined {
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return accepts(value) ? value : text
  } catch {
    return text
  }
}
