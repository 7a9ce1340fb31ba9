import type { Locator } from '@playwright/test'

/**
 * WCAG contrast (1 to 21) of an element's text against its background as drawn now. Only plain backgrounds, which are composed from
 * the page upwards.
 */
export const contrastOf = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    canvas.canvas.width = canvas.canvas.height = 1
    const layers: string[] = []
    for (let at: Element | null = node; at; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor)
    const colorOver = (colors: string[]) => {
      for (const color of ['#fff', ...colors]) {
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
      }
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const luminance = (color: number[]) => {
      const [r = 0, g = 0, b = 0] = color.map((channel) => {
        const part = channel / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const [text, ground] = [luminance(colorOver([...layers, getComputedStyle(node).color])), luminance(colorOver(layers))]
    return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
  })

/** Current, pressed, selected or checked controls: their colours must not mix with those of a hover. */
export const CHOSEN =
  ':is([aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true], label:has(:checked):not(:has(.unseen))):is(a, button, label, [role=option])'
