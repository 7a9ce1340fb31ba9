import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Swatch } from '../../../workers/creators/palette.schema.ts'

/** The name of each colour of the palette, for screen readers and below the pointer. */
export const COLOR_NAMES: Record<Swatch, MessageDescriptor> = {
  '#fff0fa': msg`Pale pink`,
  '#fbcfe8': msg`Light pink`,
  '#f472b6': msg`Pink`,
  '#be185d': msg`Raspberry`,
  '#500724': msg`Dark wine red`,
  '#f4f0fa': msg`Pale lavender`,
  '#dbd0e6': msg`Lavender`,
  '#a78bca': msg`Light purple`,
  '#6b4a9c': msg`Purple`,
  '#2a1a47': msg`Dark purple`,
  '#eaf4ff': msg`Pale blue`,
  '#b6d9fb': msg`Light blue`,
  '#5b9fe3': msg`Sky blue`,
  '#1d5fa8': msg`Blue`,
  '#0b2545': msg`Navy blue`,
  '#eafaf1': msg`Pale green`,
  '#b5e6cb': msg`Light green`,
  '#4fb286': msg`Green`,
  '#1f7a54': msg`Forest green`,
  '#0c3323': msg`Dark green`,
  '#fff8e1': msg`Cream`,
  '#ffe29a': msg`Light yellow`,
  '#f2b134': msg`Yellow`,
  '#b45309': msg`Burnt orange`,
  '#4a2306': msg`Dark brown`,
  '#ffffff': msg`White`,
  '#e5e5e5': msg`Light grey`,
  '#a3a3a3': msg`Grey`,
  '#525252': msg`Dark grey`,
  '#171717': msg`Black`,
}
