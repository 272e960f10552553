import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'

interface PageTabsProps<Name extends string> {
  tabs: readonly { name: Name; title: string; shows: ReactNode }[]
  chosen: Name
  onChoose: (name: string | undefined) => void
}

/** Parts of a page of which one is shown, named in its address; the first one is what an address without a name shows. */
export function PageTabs<Name extends string>({ tabs, chosen, onChoose }: PageTabsProps<Name>) {
  return (
    <Tabs value={chosen} onChange={(name) => onChoose(name === tabs[0]?.name ? undefined : (name ?? undefined))} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, shows }) => (
        <Tabs.Panel key={name} value={name}>
          {shows}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
