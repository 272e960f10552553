import type { ReactNode } from 'react'
import classes from './LeadFieldList.module.css'
import { toText } from './leadText.ts'

/** Names and values from customer data, of any length. */
export function LeadFieldList({ facts }: { facts: readonly (readonly [name: string, value: unknown])[] }) {
  return <LeadFacts facts={facts.map(([name, value]) => [name, <bdi key={name}>{toText(value) || '–'}</bdi>])} />
}

/** Names with rendered content. */
export function LeadFacts({ facts }: { facts: readonly (readonly [name: string, content: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, content]) => (
        <div key={name} className={classes.fact}>
          <dt className={classes.name}>
            <bdi>{name}</bdi>
          </dt>
          <dd className={classes.content}>{content}</dd>
        </div>
      ))}
    </dl>
  )
}
