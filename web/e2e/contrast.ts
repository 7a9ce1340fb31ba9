import type { Locator } from '@playwright/test'

/**
 * WCAG contrast (1 to 21) of an element's text against its background as currently rendered. The background is composed of the colours of
 * the element and its ancestors; pictures are ignored.
 */
export const contrastOf = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    canvas.canvas.width = canvas.canvas.height = 1
    const layers: string[] = []
    for (let current: Element | null = node; current; current = current.parentElement)
      layers.unshift(getComputedStyle(current).backgroundColor)
    const colorOver = (colors: string[]) => {
      for (const color of ['#fff', ...colors]) {
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
      }
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const luminance = (color: number[]) => {
      const [r = 0, g = 0, b = 0] = color.map((channel) => {
        const value = channel / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const [text, background] = [luminance(colorOver([...layers, getComputedStyle(node).color])), luminance(colorOver(layers))]
    return (Math.max(text, background) + 0.05) / (Math.min(text, background) + 0.05)
  })

/** Selector of current, pressed, selected or checked controls. Their colours must not mix with those of a hover. */
export const CHOSEN =
  ':is([aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true], label:has(:checked):not(:has(.unseen))):is(a, button, label, [role=option])'
