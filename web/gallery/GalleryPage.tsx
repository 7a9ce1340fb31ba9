import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { use } from 'react'
import { useTitle } from '../session/title.ts'
import { Buttons, Dialogs, Marks, Messages } from './basics.tsx'
import type { Cell } from './cell.ts'
import { Choices, Fields, Pickers } from './fields.tsx'
import css from './GalleryPage.module.css'
import { Lists, Looks, Reading, States, Waiting } from './lists.tsx'

const LANGUAGES = ['en', 'ja'] as const
const THEMES = ['light', 'dark'] as const

/** Both languages on one page, each with its own i18n instance. */
const instances = Promise.all(
  [
    [import('../locales/base.en.ts'), import('../ui/locales/en.po')] as const,
    [import('../locales/base.ja.ts'), import('../ui/locales/ja.po')] as const,
  ].map(async ([base, controls], i) => {
    const i18n = setupI18n()
    i18n.loadAndActivate({ locale: LANGUAGES[i]!, messages: { ...(await base).messages, ...(await controls).messages } })
    return i18n
  }),
)

const ROWS: [name: string, row: (cell: Cell) => React.ReactNode][] = [
  ['Buttons and links', Buttons],
  ['Chips, badges, faces, stars', Marks],
  ['Text fields, light ones too', Fields],
  ['Lists to choose from, date', Pickers],
  ['Switch, checkbox, segments, stepper, stars', Choices],
  ['Menu, dialogs, toasts', Dialogs],
  ['Notices', Messages],
  ['Waiting', Waiting],
  ['Tabs and carousel', Reading],
  ['Table, pages, files, cards', Lists],
  ['Looks of events', Looks],
  ['Nothing there, and failed', States],
]

/** `/gallery/`, in the local world only: every control with its states, in both themes and languages. */
export default function GalleryPage() {
  useTitle('Controls')
  const loaded = use(instances)
  return (
    <div className={css.gallery} lang="en">
      <h1>Controls</h1>
      {ROWS.map(([name, Row], row) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <div className={css.cells}>
            {LANGUAGES.flatMap((lang, i) =>
              THEMES.map((theme) => (
                <I18nProvider key={lang + theme} i18n={loaded[i]!}>
                  <div className={`${css.cell} ${css[theme]}`} lang={lang} data-cell={`${lang} ${theme}`}>
                    <Row lang={lang} theme={theme} id={`r${row}${lang}${theme}`} />
                  </div>
                </I18nProvider>
              )),
            )}
          </div>
        </section>
      ))}
    </div>
  )
}
