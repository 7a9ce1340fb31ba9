/** Cities of the seed data, by their GeoNames ids. */
export const KYOTO = 1857910
export const KANAZAWA = 1860243
export const LONDON = 2643743
export const BERLIN = 2950159
