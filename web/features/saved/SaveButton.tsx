import { useLingui } from '@lingui/react/macro'
import { Icon } from '../../ui/Icon.tsx'
import css from './SaveButton.module.css'
import { type Savable, useSaved } from './use-saved.ts'

/** The heart on the picture of a card. A server renders it as not saved; the browser fills it once it knows. */
export function SaveButton({ card }: { card: Savable }) {
  const { t } = useLingui()
  const { title } = card
  const saved = useSaved(card)
  return (
    saved && (
      <button type="button" className={css.heart} aria-label={t`Save ${title}`} aria-pressed={saved.isSaved} onClick={saved.toggle}>
        <Icon name="heart" size={24} />
      </button>
    )
  )
}
