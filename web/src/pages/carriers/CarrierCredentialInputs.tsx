import { Button, Collapse, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { GetInputPropsReturnType } from '@mantine/form'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useCodedTexts, useMessages } from '../../messages.ts'
import type { Carrier, CarrierCredentialFieldsQuery } from './Carriers.gql.ts'

export type Field = CarrierCredentialFieldsQuery['carrierCredentialFields'][number]['fields'][number]

interface CredentialInputsProps {
  carrier: Carrier
  fields: readonly Field[]
  inputProps: (name: string) => GetInputPropsReturnType
}

/** Credential fields of a carrier. The rarely needed SIP trunk fields are collapsed. */
export function CredentialInputs({ carrier, fields, inputProps }: CredentialInputsProps) {
  const t = useMessages('numbers')
  const [isOpen, { toggle }] = useDisclosure()
  const isTrunk = ({ name }: Field) => name.startsWith('sip_')
  const renderField = (field: Field) => <CredentialInput key={field.name} carrier={carrier} field={field} {...inputProps(field.name)} />
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

/** A field with the carrier's own name, which is English, and help in the language of the dashboard. */
function CredentialInput({ carrier, field, ...props }: { carrier: Carrier; field: Field } & GetInputPropsReturnType) {
  const { name, required, secret, choices } = field
  const textOf = useCodedTexts('carrierFields')
  const label = <span lang="en">{labelOf(name)}</span>
  const shared = { label, description: textOf(`${carrier}.${name}`) ?? textOf(name), required, ...props }
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
