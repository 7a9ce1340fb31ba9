import { messages as home } from '../features/home/locales/en.po'
import { messages as shell } from '../shell/locales/en.po'
import { messages as root } from './en.po'

/** What every page needs, and the first page, in one file. */
export const messages = { ...root, ...shell, ...home }
