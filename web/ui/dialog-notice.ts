import { createContext, type ReactNode } from 'react'

/**
 * Shown above the content of every dialog, for example that there is no connection. Not in Dialog.tsx, because that file is loaded later.
 */
export const DialogNotice = createContext<ReactNode>(null)
