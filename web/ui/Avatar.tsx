import css from './Avatar.module.css'
import { mediaUrl } from './media-url.ts'

const HUES = ['#ffc27a', '#9ad4d6', '#ffa69e', '#b8c8ff', '#b3efb2', '#e9b8ff']

/** The first letters of up to two words; one character for a name without spaces. */
const initials = (name: string) =>
  name
    .trim()
    .split(/[\s_]+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()

const hue = (name: string) => HUES[[...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 997, 7) % HUES.length]

/**
 * A person's picture (a media id), or their initials on a colour. Hidden from screen readers, because the name is beside it. The
 * letters are CSS content, so that they are not part of the text of a button.
 */
export function Avatar({ name, image, size = 36 }: { name: string; image?: string | null; size?: number }) {
  const box = { width: size, height: size }
  if (image) return <img className={css.avatar} src={mediaUrl(image, 320)} alt="" style={box} loading="lazy" decoding="async" />
  return (
    <span
      className={css.avatar}
      style={{ ...box, fontSize: size * 0.38, background: hue(name) }}
      data-letters={initials(name)}
      aria-hidden="true"
    />
  )
}
