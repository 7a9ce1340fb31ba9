import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { deleteListing, refreshListing } from '../../queries/save-listing.ts'
import { useToggleListing } from '../../queries/toggle-listing.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'
import { EDITOR_TEXTS } from './kind-texts.ts'
import css from './ListingEditorPage.module.css'

/** The switch that publishes or hides a listing, and the button that deletes it. `onGone` is called after the deletion. */
export function PublishControls({ listing: { id, listType, enabled }, onGone }: { listing: Listing; onGone: () => void }) {
  const { i18n } = useLingui()
  const [, navigate] = useLocation()
  const toggle = useToggleListing(id, listType)
  const [asking, setAsking] = useState(false)
  const [removing, setRemoving] = useState(false)
  const texts = EDITOR_TEXTS[listType]
  const remove = async () => {
    setRemoving(true)
    try {
      await deleteListing(listType, id)
      onGone()
      await refreshListing(listType, id)
      navigate(paths.search('userId'))
    } catch (error) {
      toast(errorText(error), 'bad')
      setRemoving(false)
    }
  }
  return (
    <div className={css.standing}>
      <Switch
        label={enabled ? i18n._(texts.shown) : <Trans>Hidden: only you can see it</Trans>}
        checked={enabled}
        disabled={toggle.isPending}
        onChange={(on) => toggle.mutate(on, { onError: (error) => toast(errorText(error), 'bad') })}
      />
      <Button look="danger" icon="trash" small onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      {asking && (
        <Dialog title={i18n._(texts.ask)} onClose={() => setAsking(false)}>
          <p>{i18n._(texts.gone)}</p>
          <div className={css.acts}>
            <Button look="danger" onClick={remove} busy={removing}>
              <Trans>Delete it</Trans>
            </Button>
            <Button onClick={() => setAsking(false)}>
              <Trans>Keep it</Trans>
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}
