import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { type Alert, type SavedSearch, SEARCH_LIMITS } from '../../../workers/listings/saved/searches.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { type SavedQueryBody, useChangeSearch, useDeleteSearch, useSaveSearch } from '../../queries/change-searches.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { AlertField } from './AlertField.tsx'
import css from './SearchDialog.module.css'
import { searchName } from './search-name.ts'

/** Saves a search with a name and an alert, or changes or deletes a saved one (`search`). */
export default function SearchDialog({
  search,
  query,
  name: proposed,
  onClose,
}: {
  search?: SavedSearch | undefined
  /** What is saved, if it is not saved yet. */
  query?: SavedQueryBody
  name?: string
  onClose: () => void
}) {
  const { t } = useLingui()
  const [name, setName] = useState(search ? searchName(search) : [...(proposed ?? '')].slice(0, SEARCH_LIMITS.name).join(''))
  const [alert, setAlert] = useState<Alert>(search?.alert ?? 'daily')
  const [save, change, remove] = [useSaveSearch(), useChangeSearch(), useDeleteSearch()]
  const onError = (error: Error) => toast(errorText(error), 'bad')
  const close = (text: string) => () => {
    toast(text)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    if (search) change.mutate({ id: search.id, name, alert }, { onSuccess: close(t`Changes saved`), onError })
    else if (query) save.mutate({ query, name, alert }, { onSuccess: close(t`Search saved`), onError })
  }
  return (
    <Dialog title={search ? <Trans>Saved search</Trans> : <Trans>Save search</Trans>} onClose={onClose}>
      <form className={css.form} onSubmit={submit}>
        <TextField
          label={<Trans>Name</Trans>}
          value={name}
          maxLength={SEARCH_LIMITS.name}
          onChange={(event) => setName(event.target.value)}
          required
        />
        <AlertField value={alert} onChange={setAlert} />
        <p className="small mute">
          <Trans>
            One notification covers all of your saved searches and categories. In the <Link href={paths.settings()}>settings</Link> you
            choose whether it also comes by e-mail and to your devices.
          </Trans>
        </p>
        <Button type="submit" look="primary" wide busy={save.isPending || change.isPending} disabled={!name.trim()}>
          <Trans>Save</Trans>
        </Button>
        {search && (
          <Button
            look="danger"
            wide
            busy={remove.isPending}
            onClick={() => remove.mutate(search.id, { onSuccess: close(t`Search deleted`), onError })}
          >
            <Trans>Delete search</Trans>
          </Button>
        )}
      </form>
    </Dialog>
  )
}
