import { BRAND_NAME } from '../workers/shared/brand.schema.ts'

/** The product's name and contact. */
export const brand = {
  name: BRAND_NAME,
  contact: 'hello@warren.example',
  since: 2024,
  /** Accounts of the operator on other sites, shown in the footer and in the menu. */
  social: [] as readonly { name: string; href: string }[],
} as const
