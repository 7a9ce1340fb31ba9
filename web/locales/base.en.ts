import { messages as home } from '../features/home/locales/en.po'
import { messages as shell } from '../shell/locales/en.po'
import { messages as root } from './en.po'

/** The texts that every page needs and those of the first page, in one file. */
export const messages = { ...root, ...shell, ...home }
