import { Tabs } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { SkeletonLines } from './States.tsx'
import { useTabInView } from './useTabInView.ts'

interface PageTabsProps<Name extends string> {
  tabs: readonly { name: Name; title: string; shows: ReactNode }[]
  value: Name
  onChoose: (name: string | undefined) => void
  /** The widest the content of a tab gets, in pixels. */
  maxWidth?: number
}

/** Tabs of a page, chosen by the URL. The first tab is the default. */
export function PageTabs<Name extends string>({ tabs, value, onChoose, maxWidth }: PageTabsProps<Name>) {
  const list = useTabInView(value)
  return (
    <Tabs value={value} onChange={(name) => onChoose(name === tabs[0]?.name ? undefined : (name ?? undefined))} keepMounted={false}>
      <Tabs.List mb="md" ref={list}>
        {tabs.map(({ name, title }) => (
          <Tabs.Tab key={name} value={name}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, shows }) => (
        <Tabs.Panel key={name} value={name} maw={maxWidth}>
          <Suspense fallback={<SkeletonLines />}>{shows}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
