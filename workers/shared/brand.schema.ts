/** The product's name; `web/brand.ts` says what else hangs on it. */
export const BRAND_NAME = 'Warren'
