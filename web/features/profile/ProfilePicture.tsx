import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import css from './PersonPage.module.css'

const WIDTHS = [320, 640] as const
/** The same widths as in the style sheet (CSS pixels). */
const SIZES = '(min-width: 1024px) 256px, (min-width: 750px) 128px, 96px'

/** The picture of a profile page: 256 px on desktops, 128 on tablets, 96 on phones. */
export function ProfilePicture({ name, image }: { name: string; image: string | null }) {
  return (
    <span className={css.face}>
      {image ? (
        <img
          src={paths.media(image, 320)}
          srcSet={WIDTHS.map((width) => `${paths.media(image, width)} ${width}w`).join(', ')}
          sizes={SIZES}
          alt=""
          fetchPriority="high"
        />
      ) : (
        <Avatar name={name} size={96} />
      )}
    </span>
  )
}
