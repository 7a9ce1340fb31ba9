import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import css from './SaveListing.module.css'
import { type Savable, useSaved } from './use-saved.ts'

/** The button of a listing's page that saves or removes it. */
export function SaveListing({ listing }: { listing: Savable }) {
  const saved = useSaved(listing)
  return (
    saved && (
      <span className={saved.isSaved ? css.saved : undefined}>
        <Button icon="heart" onClick={saved.toggle}>
          {saved.isSaved ? <Trans context="a listing">Saved</Trans> : <Trans context="a listing">Save</Trans>}
        </Button>
      </span>
    )
  )
}
