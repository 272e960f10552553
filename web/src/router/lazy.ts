import { type ComponentType, createElement, use } from 'react'
import type { LazyComponent } from './types.ts'

/** A page that is a file of its own: the component of this name in the module. */
export function lazy<Module extends object, Name extends keyof Module & string>(load: () => Promise<Module>, name: Name): LazyComponent {
  let loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  const preload = () =>
    (loading ??= load().then(
      (module) => (loaded = module[name] as ComponentType),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  const Page = () => createElement(loaded ?? use(preload()))
  return Object.assign(Page, { preload })
}
