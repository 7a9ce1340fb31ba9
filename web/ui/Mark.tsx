import css from './Mark.module.css'
import './icons.ts'
import { Icon, type IconName } from './Icon.tsx'

/** The square at the start of a row that says what it is: a picture of its own, or else a drawing. */
export const Mark = ({ image, icon }: { image?: string; icon: IconName }) =>
  image ? (
    <img className={css.mark} src={image} alt="" />
  ) : (
    <i className={css.mark}>
      <Icon name={icon} />
    </i>
  )
