import { Button, Collapse, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { GetInputPropsReturnType } from '@mantine/form'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import type { CarrierCredentialFieldsQuery } from './Carriers.gql.ts'

export type Field = CarrierCredentialFieldsQuery['carrierCredentialFields'][number]['fields'][number]

interface CredentialInputsProps {
  fields: readonly Field[]
  inputProps: (name: string) => GetInputPropsReturnType
}

/** Credential fields of a carrier. The rarely needed SIP trunk fields are collapsed. */
export function CredentialInputs({ fields, inputProps }: CredentialInputsProps) {
  const t = useMessages('numbers')
  const [isOpen, { toggle }] = useDisclosure()
  const isTrunk = ({ name }: Field) => name.startsWith('sip_')
  const renderField = (field: Field) => <CredentialInput key={field.name} field={field} {...inputProps(field.name)} />
  return (
    <>
      {fields.filter((field) => !isTrunk(field)).map(renderField)}
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={toggle}
        aria-expanded={isOpen}
        leftSection={isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('trunkFields')}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack>{fields.filter(isTrunk).map(renderField)}</Stack>
      </Collapse>
    </>
  )
}

function CredentialInput({ field: { name, about, required, secret, choices }, ...props }: { field: Field } & GetInputPropsReturnType) {
  const label = labelOf(name)
  const help = about.toLowerCase() === label.toLowerCase() ? undefined : about
  const shared = { label, description: help, required, lang: 'en', ...props }
  if (choices) return <Select data={choices} {...shared} value={props.value || null} onChange={(value) => props.onChange(value ?? '')} />
  if (secret) return <PasswordInput autoComplete="new-password" {...shared} />
  return <TextInput autoComplete="off" spellCheck={false} {...shared} />
}

const INITIALS = ['api', 'id', 'sid', 'sip', 'uri']

/** Turns a field name into the carriers' spelling: `account_sid` becomes Account SID. */
function labelOf(name: string): string {
  const words = name.split('_').map((word) => (INITIALS.includes(word) ? word.toUpperCase() : word))
  return words.join(' ').replace(/^./, (first) => first.toUpperCase())
}
