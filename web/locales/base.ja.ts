import type { Messages } from '@lingui/core'
import { messages as shell } from '../shell/locales/ja.po'
import { messages as root } from './ja.po'

/** What every page needs, in one file. */
export const messages = { ...root, ...shell }

/** The language's other catalogs, so that no page carries the addresses of all languages. */
export const parts = import.meta.glob<{ messages: Messages }>(['../{features/*,wallet,ui,shell/lazy}/locales/ja.po', './errors/ja.po'])
