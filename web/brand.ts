import { BRAND_NAME } from '../workers/shared/brand.schema.ts'

/** The working name and everything that hangs on it. */
export const brand = {
  name: BRAND_NAME,
  contact: 'hello@warren.example',
  since: 2024,
  /** Accounts of the operator elsewhere; the menu shows those there are. */
  social: [] as readonly { name: string; href: string }[],
} as const
