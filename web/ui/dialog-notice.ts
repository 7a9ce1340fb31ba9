import { createContext, type ReactNode } from 'react'

/** What every dialog shows above its content, such as that there is no connection. Apart from Dialog.tsx, which is loaded later. */
export const DialogNotice = createContext<ReactNode>(null)
