import css from './Mark.module.css'
import './icons.ts'
import { Icon, type IconName } from './Icon.tsx'

/** The square at the start of a row: a picture, or an icon. */
export const Mark = ({ image, icon }: { image?: string; icon: IconName }) =>
  image ? (
    <img className={css.mark} src={image} alt="" />
  ) : (
    <i className={css.mark}>
      <Icon name={icon} />
    </i>
  )
