import { messages as shell } from '../shell/locales/en.po'
import { messages as ui } from '../ui/locales/en.po'
import { messages as root } from './en.po'

/** What every page needs, in one file. */
export const messages = { ...root, ...ui, ...shell }
