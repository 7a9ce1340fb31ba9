import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './StarRow.module.css'
import { STARS } from './StarRow.tsx'

/** One to five stars, as radio buttons. `name` must be unique on the page. */
export function StarInput({
  label,
  value,
  onChange,
  name,
}: {
  label: ReactNode
  value: number | null
  onChange: (stars: number) => void
  name: string
}) {
  const { t } = useLingui()
  return (
    <fieldset className={css.input}>
      <legend>{label}</legend>
      <div className={css.stars}>
        {STARS.map((stars) => (
          <label key={stars} data-lit={value !== null && stars <= value}>
            <input type="radio" name={name} checked={stars === value} onChange={() => onChange(stars)} />
            <Icon name="star" size={30} />
            <span className="unseen">{t`${plural(stars, { one: '# star', other: '# stars' })}`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
