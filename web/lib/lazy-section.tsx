import { useLingui } from '@lingui/react'
import { type ComponentType, Suspense, useState } from 'react'
import { whenNear } from '../ui/Below.tsx'
import { lazyPage, loadUntilDone, serverStyles } from './lazy-component.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

/**
 * A section below the first screen that shows texts and needs no code for that. Its code and catalogs are loaded when the reader scrolls
 * near it; until then the browser keeps the HTML of the server. On a page that the browser renders itself, `id` is there from the start.
 */
export function lazySection(id: string, load: () => Promise<{ default: ComponentType }>, catalogs: readonly string[]): ComponentType {
  const Content = lazyPage(load, catalogs, serverStyles)
  const section = (
    <div>
      <Suspense fallback={<section id={id} />}>
        <Content />
      </Suspense>
    </div>
  )
  if (import.meta.env.SSR) return () => section

  return function Section() {
    const { i18n } = useLingui()
    const isHydrated = useIsHydrated()
    const [first] = useState({ isRendered: !isHydrated, locale: i18n.locale })
    const [isNear, setNear] = useState(false)
    const [watch] = useState(() => whenNear(() => void loadUntilDone(Content.fetch).then(() => setNear(true))))
    if (isNear || i18n.locale !== first.locale) return section
    if (!first.isRendered)
      return (
        <div key="empty" ref={watch}>
          <section id={id} />
        </div>
      )
    // React leaves the content of an element alone whose HTML is set.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is empty
    return <div key="html" ref={watch} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  }
}
