import { messages as shell } from '../shell/locales/ja.po'
import { messages as ui } from '../ui/locales/ja.po'
import { messages as root } from './ja.po'

/** What every page needs, in one file. */
export const messages = { ...root, ...ui, ...shell }
