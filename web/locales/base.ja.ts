import { messages as home } from '../features/home/locales/ja.po'
import { messages as shell } from '../shell/locales/ja.po'
import { messages as root } from './ja.po'

/** The texts that every page needs and those of the first page, in one file. */
export const messages = { ...root, ...shell, ...home }
