/** The working name and everything that hangs on it; the one file to edit when it changes. */
export const brand = {
  name: 'Warren',
  contact: 'hello@warren.example',
  since: 2024,
  /** Accounts of the operator elsewhere; the menu shows those there are. */
  social: [] as readonly { name: string; href: string }[],
} as const
