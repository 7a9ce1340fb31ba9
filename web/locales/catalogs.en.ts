import type { Messages } from '@lingui/core'

/** The language's other catalogs: in a file for each language, because no page needs the file names of all languages. */
export const catalogs = import.meta.glob<{ messages: Messages }>([
  '../{features/*,wallet,ui,shell/lazy}/locales/en.po',
  '!../features/home/**',
  './errors/en.po',
])
