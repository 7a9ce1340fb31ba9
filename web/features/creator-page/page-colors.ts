import type { CSSProperties } from 'react'

/** Red, green and blue, from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number]

/** The least contrast of text by WCAG 2.2, level AA. */
export const LEAST_CONTRAST = 4.5

const DARK_TEXT: Rgb = [0x14, 0x12, 0x0f]
const WHITE: Rgb = [255, 255, 255]

/** Paper and text of each theme, as in ui/tokens.css. */
const THEMES = {
  light: { paper: [0xff, 0xfd, 0xfa], ink: DARK_TEXT, soft: [0x57, 0x52, 0x4b] },
  dark: { paper: [0x12, 0x10, 0x0e], ink: [0xf6, 0xf1, 0xea], soft: [0xbd, 0xb4, 0xa8] },
} as const satisfies Record<string, Record<'paper' | 'ink' | 'soft', Rgb>>

/** Reads `#rrggbb`. */
const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hexOf = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** The colour on the way from `from` to `to`, in whole numbers, as it is shown; a `share` of 1 is `to`. */
const mix = (from: Rgb, to: Rgb, share: number): Rgb => from.map((part, i) => Math.round(part + (to[i]! - part) * share)) as unknown as Rgb

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The WCAG contrast of two colours `#rrggbb`, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => contrast(rgbOf(one), rgbOf(other))

/** Near-black or white, whichever has more contrast on a colour. */
const textOn = (color: Rgb): Rgb => (contrast(DARK_TEXT, color) >= contrast(WHITE, color) ? DARK_TEXT : WHITE)

/** The least share of `to` in `from` that passes a test, in steps of 5 %; all of `to` if none does. */
function leastShare(from: Rgb, to: Rgb, passes: (color: Rgb) => boolean): Rgb {
  for (let step = 0; step < 20; step++) {
    const color = mix(from, to, step / 20)
    if (passes(color)) return color
  }
  return to
}

/** A colour, moved towards the text until it can be read on every one of the backgrounds. */
const readable = (color: Rgb, text: Rgb, backgrounds: Rgb[]): Rgb =>
  leastShare(color, text, (mixed) => backgrounds.every((background) => contrast(mixed, background) >= LEAST_CONTRAST))

/** Below this contrast a button in the second colour would hardly differ from the first colour around it. */
const LEAST_DIFFERENCE = 1.4
/** The contrast of the theme's own text that the background of the sections keeps. The softer text then has 4.5:1 too. */
const TEXT_CONTRAST = 13

/** Above this luminance, a large area of a colour glares in the dark theme. The colours of medium tones are below it. */
const GLARE = 0.55
/** The lightness, as in HSL, of the showcase, the band above it and the sections in the dark theme, and the most saturation of all. */
const DARK_TONES = { paper: 0.15, second: 0.27, sections: 0.105, saturation: 0.36 }

/** A dark tone of the same hue. */
function darkTone(color: Rgb, lightness: number): Rgb {
  const [least, most] = [Math.min(...color), Math.max(...color)]
  // A grey stays grey.
  if (least === most) return color.map(() => Math.round(255 * lightness)) as unknown as Rgb
  const saturation = (most - least) / (255 - Math.abs(most + least - 255))
  const reach = lightness * Math.min(saturation, DARK_TONES.saturation)
  return color.map((part) => Math.round(255 * (lightness - reach + (2 * reach * (part - least)) / (most - least)))) as unknown as Rgb
}

/**
 * The colours of the showcase in the dark theme: those of the creator, unless the first colour is so light that it glares. Then it becomes
 * the colour of the texts, and what is behind them is a dark tone of it.
 */
function darkShowcase(primary: Rgb, secondary: Rgb) {
  const isGlaring = luminance(primary) > GLARE
  const paper = isGlaring ? darkTone(primary, DARK_TONES.paper) : primary
  return {
    ...showcaseColors(paper, secondary, isGlaring ? primary : textOn(primary)),
    second: isGlaring && luminance(secondary) > GLARE ? darkTone(secondary, DARK_TONES.second) : secondary,
  }
}

/** The colours of the showcase on a background. `second` is that of the band in place of a picture. */
function showcaseColors(paper: Rgb, secondary: Rgb, ink = textOn(paper)) {
  const accent = contrast(paper, secondary) >= LEAST_DIFFERENCE ? secondary : ink
  const onAccent = textOn(accent)
  return {
    paper,
    ink,
    soft: readable(mix(ink, paper, 0.3), ink, [paper]),
    line: mix(paper, ink, 0.25),
    edge: mix(paper, ink, 0.55),
    second: secondary,
    accent,
    onAccent,
    /** Away from the text on it, so that the contrast of a button grows under the pointer. */
    accentHover: mix(accent, onAccent === WHITE ? [0, 0, 0] : WHITE, 0.15),
  }
}

/** The colours of the sections in a theme: as much of the first colour as keeps texts readable. Links have the second colour. */
function sectionColors(primary: Rgb, secondary: Rgb, { paper, ink, soft }: (typeof THEMES)['light' | 'dark']) {
  const isLight = paper[0] > 128
  // A mix of a light colour with the dark paper would be grey.
  const color = !isLight && luminance(primary) > GLARE ? darkTone(primary, DARK_TONES.sections) : primary
  const background = leastShare(color, paper, (mixed) => contrast(mixed, ink) >= TEXT_CONTRAST)
  const panel = mix(background, WHITE, isLight ? 0.7 : 0.06)
  const link = readable(secondary, ink, [background, panel])
  const onLink = textOn(link)
  return {
    paper: background,
    panel,
    ink: ink as Rgb,
    soft: readable(soft, ink, [background, panel]),
    link,
    /** Buttons have the colour of links. */
    onLink,
    linkHover: mix(link, onLink === WHITE ? [0, 0, 0] : WHITE, 0.15),
    line: mix(background, ink, 0.16),
    edge: mix(background, ink, 0.5),
  }
}

type Hex<Colors> = Record<keyof Colors, string>
const inHex = <Colors extends Record<string, Rgb>>(colors: Colors): Hex<Colors> =>
  Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, hexOf(color)])) as Hex<Colors>

/** All colours `#rrggbb` of a creator's page. Each text has a contrast of at least {@link LEAST_CONTRAST} on what is behind it. */
export function pageColors(primary: string, secondary: string) {
  const [one, two] = [rgbOf(primary), rgbOf(secondary)]
  return {
    showcase: inHex(showcaseColors(one, two)),
    darkShowcase: inHex(darkShowcase(one, two)),
    light: inHex(sectionColors(one, two, THEMES.light)),
    dark: inHex(sectionColors(one, two, THEMES.dark)),
    /** For labels in the second colour among the sections. */
    label: { paper: secondary, ink: hexOf(textOn(two)) },
  }
}

/** Design tokens of the showcase, for both themes. Buttons and links in it follow. */
export function showcaseTokens(primary: string, secondary: string): CSSProperties {
  const { showcase: light, darkShowcase: dark } = pageColors(primary, secondary)
  const both = (name: keyof typeof light) => (light[name] === dark[name] ? light[name] : `light-dark(${light[name]}, ${dark[name]})`)
  return {
    '--paper': both('paper'),
    '--raised': both('paper'),
    '--ink': both('ink'),
    '--ink-2': both('soft'),
    '--ink-3': both('soft'),
    '--line': both('line'),
    '--edge': both('edge'),
    '--sky': both('ink'),
    '--carrot': both('accent'),
    '--carrot-hover': both('accentHover'),
    '--on-carrot': both('onAccent'),
    '--second': both('second'),
  } as CSSProperties
}

/** Design tokens of the sections, for both themes. What is in them follows. */
export function sectionTokens(primary: string, secondary: string): CSSProperties {
  const { light, dark, label } = pageColors(primary, secondary)
  const both = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`
  return {
    '--paper': both('paper'),
    '--raised': both('panel'),
    '--sunken': both('panel'),
    '--ink': both('ink'),
    '--ink-2': both('soft'),
    '--ink-3': both('soft'),
    '--line': both('line'),
    '--edge': both('edge'),
    '--sky': both('link'),
    '--carrot': both('link'),
    '--carrot-hover': both('linkHover'),
    '--on-carrot': both('onLink'),
    '--carrot-text': both('link'),
    '--label': label.paper,
    '--on-label': label.ink,
  } as CSSProperties
}
