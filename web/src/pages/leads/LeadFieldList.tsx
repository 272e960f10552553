import type { ReactNode } from 'react'
import classes from './LeadFieldList.module.css'
import { textOf } from './leadText.ts'

/** Names and what stands for each, whatever people have called them and however long that is. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: unknown])[] }) {
  return <NamedFacts facts={facts.map(([name, value]) => [name, <bdi key={name}>{textOf(value) || '–'}</bdi>])} />
}

/** The same with contents of our own. */
export function NamedFacts({ facts }: { facts: readonly (readonly [name: string, content: ReactNode])[] }) {
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
