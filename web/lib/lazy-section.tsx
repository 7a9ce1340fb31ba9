import { useLingui } from '@lingui/react'
import { type ComponentType, type MouseEvent, Suspense, useState } from 'react'
import { whenNear } from '../ui/Below.tsx'
import { lazyPage, loadUntilDone, serverStyles } from './lazy-component.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

/**
 * A section below the first screen. Its code and catalogs are loaded when the reader scrolls near it; until then the browser keeps the HTML
 * of the server, in which links work, and a pressed button is pressed again once the code is there. On a page that the browser renders
 * itself, `id` is there from the start. What the section is about must not change while it is mounted: give it a `key`.
 */
export function lazySection<P extends object>(
  id: string,
  load: () => Promise<{ default: ComponentType<P> }>,
  catalogs: readonly string[],
): ComponentType<P> {
  const Content = lazyPage(load, catalogs, serverStyles)
  const Loaded = (props: P) => (
    <div>
      <Suspense fallback={<section id={id} />}>
        <Content {...props} />
      </Suspense>
    </div>
  )
  if (import.meta.env.SSR) return Loaded

  const press = ({ target, currentTarget }: MouseEvent) =>
    void import('./press-again.ts').then(({ pressAgain }) => pressAgain(id, target as Element, currentTarget)).catch(() => {})

  return function Section(props: P) {
    const { i18n } = useLingui()
    const isHydrated = useIsHydrated()
    const [first] = useState({ isRendered: !isHydrated, locale: i18n.locale })
    const [isNear, setNear] = useState(false)
    const [watch] = useState(() => whenNear(() => void loadUntilDone(Content.fetch).then(() => setNear(true))))
    if (isNear || i18n.locale !== first.locale) return <Loaded {...props} />
    if (!first.isRendered)
      return (
        <div key="empty" ref={watch}>
          <section id={id} />
        </div>
      )
    // React leaves the content of an element alone whose HTML is set.
    return (
      // biome-ignore lint/a11y: the keys of the buttons inside are clicks too
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is empty
      <div key="html" ref={watch} onClick={press} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
    )
  }
}
