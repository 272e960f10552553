import { Text, TextInput } from '@mantine/core'

interface Variable {
  name: string
  defaultValue: string | null
}

interface VariableFieldsProps {
  title: string
  variables: readonly Variable[]
  /** What was entered, by name. */
  entered: Readonly<Record<string, string>>
  /** Error of an empty variable without a default. */
  error: string | undefined
  onChange: (entered: Record<string, string>) => void
}

/** One field for each variable that an agent's instructions leave open, filled with its default. */
export function VariableFields({ title, variables, entered, error, onChange }: VariableFieldsProps) {
  if (variables.length === 0) return null
  const values = fillVariables(variables, entered)
  return (
    <>
      <Text size="sm" c="dimmed" w="100%">
        {title}
      </Text>
      {variables.map((variable) => (
        <TextInput
          key={variable.name}
          label={variable.name}
          required={variable.defaultValue === null}
          placeholder={variable.defaultValue ?? undefined}
          flex={1}
          miw={180}
          value={values[variable.name]}
          error={isUnfilled(variable, entered) ? error : undefined}
          onChange={({ target }) => onChange({ ...entered, [variable.name]: target.value })}
        />
      ))}
    </>
  )
}

/** The value of each variable: what was entered, or its default. */
export const fillVariables = (variables: readonly Variable[], entered: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(variables.map(({ name, defaultValue }) => [name, entered[name] ?? defaultValue ?? '']))

/** Whether a call would speak a gap: neither a value nor a default. */
export const isUnfilled = ({ name, defaultValue }: Variable, entered: Readonly<Record<string, string>>) =>
  defaultValue === null && (entered[name] ?? '').trim() === ''
