import { expect, it } from 'vitest'
import { PALETTE } from '../../../workers/creators/palette.schema.ts'
import { contrastOf, LEAST_CONTRAST, pageColors } from './page-colors.ts'

it('the contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#1d5fa8', '#1d5fa8')).toBe(1)
})

/** The texts of a page with each colour that can be behind them. */
function textsOf(primary: string, secondary: string): [name: string, text: string, background: string][] {
  const { showcase, darkShowcase, label, ...themes } = pageColors(primary, secondary)
  return [
    ...Object.entries({ light: showcase, dark: darkShowcase }).flatMap(([theme, top]): [string, string, string][] => [
      [`${theme} title`, top.ink, top.paper],
      [`${theme} about`, top.soft, top.paper],
      [`${theme} main button`, top.onAccent, top.accent],
      [`${theme} main button under the pointer`, top.onAccent, top.accentHover],
      [`${theme} pressed button`, top.paper, top.ink],
    ]),
    ['label', label.ink, label.paper],
    ...Object.entries(themes).flatMap(([theme, colors]): [string, string, string][] => [
      [`${theme} button`, colors.onLink, colors.link],
      [`${theme} button under the pointer`, colors.onLink, colors.linkHover],
    ]),
    ...Object.entries(themes).flatMap(([theme, colors]) =>
      (['ink', 'soft', 'link'] as const).flatMap((text) =>
        (['paper', 'panel'] as const).map((background): [string, string, string] => [
          `${theme} ${text} on ${background}`,
          colors[text],
          colors[background],
        ]),
      ),
    ),
  ]
}

it('every text can be read with each pair of colours, in both themes', () => {
  const faint = PALETTE.flatMap((primary) =>
    PALETTE.flatMap((secondary) =>
      textsOf(primary, secondary)
        .filter(([, text, background]) => contrastOf(text, background) < LEAST_CONTRAST)
        .map(([name]) => `${primary} ${secondary}: ${name}`),
    ),
  )
  expect(PALETTE.length ** 2).toBe(900)
  expect(faint).toEqual([])
})

it('the showcase has the chosen colours, and the sections the theme of the reader', () => {
  const { showcase, light, dark, label } = pageColors('#0b2545', '#f2b134')
  expect(showcase).toMatchObject({ paper: '#0b2545', ink: '#ffffff', accent: '#f2b134', onAccent: '#14120f' })
  expect(label.paper).toBe('#f2b134')
  expect(contrastOf(light.paper, '#ffffff')).toBeLessThan(1.6)
  expect(contrastOf(dark.paper, '#000000')).toBeLessThan(2)
  // A light colour is the background as it is.
  expect(pageColors('#fff0fa', '#dbd0e6').light.paper).toBe('#fff0fa')
})

it('a light showcase has a dark tone of its colour in the dark theme, and other showcases are the same in both themes', () => {
  expect(pageColors('#fff0fa', '#dbd0e6').darkShowcase).toMatchObject({ ink: '#fff0fa', accent: '#dbd0e6' })
  for (const primary of PALETTE) {
    const { showcase, darkShowcase } = pageColors(primary, '#dbd0e6')
    // Half as light as white at most: #f2b134 and #5b9fe3 stay, #ffe29a does not.
    if (contrastOf(primary, '#000000') <= 12) expect(darkShowcase).toEqual(showcase)
    else expect(contrastOf(darkShowcase.paper, '#000000')).toBeLessThan(1.6)
  }
  // A grey stays grey.
  expect(pageColors('#ffffff', '#e5e5e5').darkShowcase).toMatchObject({ paper: '#262626', second: '#454545', ink: '#ffffff' })
})

it('a button stays visible if both colours are alike', () => {
  expect(pageColors('#fff0fa', '#fff0fa').showcase).toMatchObject({ accent: '#14120f', onAccent: '#ffffff' })
})
