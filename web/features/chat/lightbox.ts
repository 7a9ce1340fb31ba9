import { createContext } from 'react'

/** Opens the picture with this id, among those of the room. */
export const OpenPicture = createContext<(id: string) => void>(() => {})
