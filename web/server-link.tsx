import type { ComponentProps } from 'react'

/** wouter for the server build: nobody follows a link on a server, so it needs neither the current address nor a handler. */
export * from 'wouter'

export const Link = (attributes: ComponentProps<'a'>) => <a {...attributes} />
