import { useLingui } from '@lingui/react/macro'
import { Avatar } from './Avatar.tsx'
import css from './AvatarGroup.module.css'

/** A few faces of many; `total` may count more people than are given. Their names are read aloud. */
export function AvatarGroup({
  people,
  total = people.length,
  most = 4,
  size = 36,
}: {
  people: readonly { id: number; name: string; image?: string | null }[]
  total?: number
  most?: number
  size?: number
}) {
  const { t } = useLingui()
  const shown = people.slice(0, most)
  const others = total - shown.length
  const names = shown.map(({ name }) => name).join(', ')
  return (
    <span className={css.group} role="img" aria-label={others > 0 ? t`${names} and ${others} more` : names}>
      {shown.map((person) => (
        <Avatar key={person.id} name={person.name} image={person.image} size={size} />
      ))}
      {others > 0 && (
        <span className={`num ${css.more}`} style={{ height: size, minWidth: size }}>
          +{others}
        </span>
      )}
    </span>
  )
}
