/** The product's name. `web/brand.ts` lists what else depends on it. */
export const BRAND_NAME = 'Warren'
