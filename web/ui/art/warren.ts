/**
 * Draws banners: hills at some time of day, with small lit burrows. The same seed gives the same banner. The SVG has no view box: hills
 * stretch with the box they are shown in, while burrows and trees keep their size and are placed at a share of its width and height.
 * Burrows do not overlap text: in boxes of 1024 px or more they are on the right (from 60 % of the width), in narrower ones along the
 * bottom (from 80 % of the height).
 */

interface Hour {
  sky: [top: string, middle: string, horizon: string]
  /** From far to near. */
  hills: [string, string, string, string]
  light: string
  night: boolean
}

const HOURS: Hour[] = [
  { sky: ['#130e30', '#43286b', '#d0688a'], hills: ['#6d3a70', '#4b2a5a', '#2d1c44', '#160f28'], light: '#fff0cf', night: true },
  { sky: ['#2f1c47', '#a5446b', '#ff9f66'], hills: ['#a04a68', '#743359', '#4a2447', '#27152d'], light: '#ffe3b0', night: false },
  { sky: ['#091029', '#1c3768', '#6d93c4'], hills: ['#3c6294', '#284873', '#172d50', '#0b1730'], light: '#f4f1df', night: true },
  { sky: ['#3d3268', '#b97aa6', '#ffd3ba'], hills: ['#a274a8', '#784f8a', '#503567', '#2c1d40'], light: '#fff3e4', night: false },
  { sky: ['#0c3d48', '#3a948d', '#f5e4b3'], hills: ['#4a9a8b', '#2c7167', '#194e49', '#0c302f'], light: '#fff6d6', night: false },
  { sky: ['#1b4f7d', '#68aecb', '#f8edc8'], hills: ['#86b381', '#528d66', '#306850', '#17453a'], light: '#fffbe6', night: false },
]

/** mulberry32, a pseudo-random generator: the same seed gives the same numbers everywhere. */
function numbers(seed: number) {
  let state = (seed * 0x9e3779b1) >>> 0
  return (from = 0, to = 1) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (to - from)
  }
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
const short = (value: number) => String(Math.round(value * 10) / 10)

type Ridge = (x: number) => number

/** A smooth closed path below a ridge, in a 1000 x 1000 box. */
function hillPath(ridge: Ridge): string {
  const count = 14
  const at = (i: number) => [(i / count) * 1000, ridge(i / count) * 1000] as const
  let path = `M0 1000V${short(at(0)[1])}`
  for (let i = 0; i < count; i++) {
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const bend = [x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6, x2, y2]
    path += `C${bend.map(short).join(' ')}`
  }
  return `${path}V1000Z`
}

const place = (x: number, y: number, inner: string, extra = '') => `<svg x="${percent(x)}" y="${percent(y)}"${extra}>${inner}</svg>`

/** An arched burrow of half-width `r` pixels, its glow, and its light on the grass. */
const burrow = (r: number, warm: number) =>
  `<g transform="scale(${short(r / 10)})"><circle cy="-8" r="46" fill="url(#glow)" opacity="${short(warm)}"/><path d="M-9 4h18l10 12h-38Z" fill="#ffcf7d" opacity=".2"/>` +
  '<path d="M-12.5 4v-14a12.5 12.5 0 0 1 25 0V4Z" fill="#3a1c14" opacity=".55"/><path d="M-10 4v-14a10 10 0 0 1 20 0V4Z" fill="url(#door)"/>' +
  '<path d="M0 4v-24M-10-9h20" stroke="#8a3f12" stroke-width="1.5" opacity=".55"/><circle cx="3.5" cy="-4" r="1.2" fill="#6b2d0b"/></g>'

const pine = (height: number, colour: string) =>
  `<path d="M0 ${short(-height)}L${short(height * 0.3)} ${short(-height * 0.42)}H${short(height * 0.17)}L${short(height * 0.38)} 2H${short(-height * 0.38)}L${short(-height * 0.17)} ${short(-height * 0.42)}H${short(-height * 0.3)}Z" fill="${colour}"/>`

const bush = (size: number, colour: string) =>
  `<path d="M${short(-size)} 3a${short(size * 0.55)} ${short(size * 0.55)} 0 0 1 ${short(size * 0.45)}${short(-size * 0.7)}a${short(size * 0.62)} ${short(size * 0.62)} 0 0 1 ${short(size * 1.15)} ${short(size * 0.08)}a${short(size * 0.5)} ${short(size * 0.5)} 0 0 1 ${short(size * 0.4)} ${short(size * 0.62)}Z" fill="${colour}"/>`

/** The silhouette of a rabbit. */
const rabbit = (colour: string) =>
  `<path d="M-13 3c-1-9 4-15 11-16 1-3 3-5 6-5.5C1-25 0-31 1.8-31.5 4-32 6-26 6.6-20 8-26 10.5-31.5 12.5-31c2 .6.8 7-1.8 13.5 3 1.2 4.8 3.8 4.3 6.5-.4 2.3-2.6 3.5-5 3.6 1.5 3 1.5 7 .8 10.4Z" fill="${colour}"/>`

/** The SVG text of banner `seed` (1 to 18). */
export function warren(seed: number): string {
  const random = numbers(seed)
  const hour = HOURS[(seed - 1) % HOURS.length]!
  const ridges = [0.5, 0.6, 0.71, 0.83].map((base, l): Ridge => {
    const height = 0.075 - l * 0.009
    const [slow, quick, phase, phase2] = [random(0.55, 1), random(1.3, 2.2), random(0, 6.28), random(0, 6.28)]
    return (x) => base - height * Math.sin(x * 6.28 * slow + phase) - height * 0.36 * Math.sin(x * 6.28 * quick + phase2)
  })

  let land = ''
  for (const [l, ridge] of ridges.entries()) {
    const colour = hour.hills[l]!
    let growth = ''
    for (let i = 0; i < 5 + l; i++) {
      const x = random(0.02, 0.98)
      const size = (9 + l * 6) * random(0.75, 1.25)
      growth += place(x, ridge(x) + 0.004, l < 3 && random() < 0.6 ? pine(size, colour) : bush(size * 0.8, colour))
    }
    land += `${growth}<svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none"><path d="${hillPath(ridge)}" fill="url(#hill${l})"/></svg>`
    if (l === 1) {
      const x = random(0.66, 0.9)
      land += place(x, ridge(x), rabbit(hour.hills[2]!))
    }
    if (l > 0) land += burrows(random, l, ridge, ridges[l + 1])
  }

  const [sunX, sunY] = [random(0.66, 0.88), random(0.22, 0.32)]
  const sun = `<circle r="230" fill="url(#sun)"/><circle r="${hour.night ? 38 : 46}" fill="${hour.light}"/>${hour.night ? `<g fill="#d8c9a8" opacity=".35"><circle cx="-12" cy="-8" r="8"/><circle cx="12" cy="12" r="11"/><circle cx="15" cy="-14" r="4"/></g>` : ''}`
  const sky = hour.night ? stars(random) : clouds(random)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"><style>svg{overflow:visible}.narrow{display:none}@media(max-width:1023px){.wide{display:none}.narrow{display:inline}}</style><defs><linearGradient id="sky" x2="0" y2=".75"><stop stop-color="${hour.sky[0]}"/><stop offset=".55" stop-color="${hour.sky[1]}"/><stop offset="1" stop-color="${hour.sky[2]}"/></linearGradient><radialGradient id="sun"><stop stop-color="${hour.light}" stop-opacity=".5"/><stop offset=".35" stop-color="${hour.light}" stop-opacity=".16"/><stop offset="1" stop-color="${hour.light}" stop-opacity="0"/></radialGradient><radialGradient id="glow"><stop stop-color="#ffc66b" stop-opacity=".65"/><stop offset=".4" stop-color="#ffb95e" stop-opacity=".2"/><stop offset="1" stop-color="#ffb95e" stop-opacity="0"/></radialGradient><linearGradient id="door" x2="0" y2="1"><stop stop-color="#ffb650"/><stop offset="1" stop-color="#ffe3a3"/></linearGradient>${hour.hills
    .map(
      (colour, l) =>
        `<linearGradient id="hill${l}" x2="0" y2="1"><stop stop-color="${colour}"/><stop offset="1" stop-color="${hour.hills[Math.min(l + 1, 3)]}"/></linearGradient>`,
    )
    .join(
      '',
    )}</defs><rect width="100%" height="100%" fill="url(#sky)"/>${sky}${place(sunX, sunY, sun, ' class="wide"')}${place(0.88, 0.38, `<g transform="scale(.5)">${sun}</g>`, ' class="narrow"')}${land}</svg>`
}

/** Burrows below a ridge that do not overlap text, other burrows or a nearer hill. */
function burrows(random: ReturnType<typeof numbers>, l: number, ridge: Ridge, nearer: Ridge | undefined): string {
  const size = 4.5 + l * 2.6
  let out = ''
  for (const [shape, tries, from, to, gap] of [
    ['wide', 26, 0.6, 0.965, 0.05 + l * 0.008],
    ['narrow', l < 2 ? 0 : 26, 0.07, 0.93, 0.15],
  ] as const) {
    const taken: number[] = []
    for (let i = 0; i < tries && taken.length < 4; i++) {
      const x = random(from, to)
      const r = size * random(0.85, 1.2)
      const y = ridge(x) + random(0.055, 0.085)
      const hidden = nearer && y + 0.03 > nearer(x)
      if (hidden || y > 0.87 || (shape === 'narrow' && y < 0.8) || taken.some((other) => Math.abs(other - x) < gap)) continue
      taken.push(x)
      out += place(x, y, burrow(r, random(0.7, 1)), ` class="${shape}"`)
    }
  }
  return out
}

function stars(random: ReturnType<typeof numbers>): string {
  let out = ''
  for (let i = 0; i < 70; i++)
    out += `<circle cx="${percent(random())}" cy="${percent(random(0, 0.5))}" r="${short(random(0.5, 1.6))}" opacity="${short(random(0.25, 0.95))}"/>`
  return `<g fill="#fff">${out}</g>`
}

function clouds(random: ReturnType<typeof numbers>): string {
  let out = ''
  for (let i = 0; i < 5; i++) {
    const width = random(60, 130)
    out += place(
      random(0.05, 0.95),
      random(0.1, 0.38),
      `<path d="M${short(-width)} 0a14 14 0 0 1 14-14h${short(width * 0.3)}a20 20 0 0 1 38-6 15 15 0 0 1 24 6h${short(width * 0.5)}a14 14 0 0 1 14 14Z"/>`,
    )
  }
  return `<g fill="#fff" opacity=".16">${out}</g>`
}
