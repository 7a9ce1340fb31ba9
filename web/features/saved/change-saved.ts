import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { errorText } from '../../lib/errors.ts'
import { markSaved } from '../../queries/saved-ids.ts'
import { listingToMove, saveListing, unsaveListing } from '../../queries/saved-lists.ts'
import { openDialog } from '../../session/dialogs.ts'
import { toast } from '../../ui/toast.ts'

/** The name of a list; one without a name is the list that the first save created. */
export const listName = (name: string): string => name || i18n._(msg({ message: 'Saved', context: 'name of a list' }))

const NOTES = {
  saved: msg({ message: 'Saved to “{name}”' }),
  change: msg`Change list`,
  removed: msg`Removed from your saved listings`,
  undo: msg`Undo`,
}

/** The change of each listing that is being sent. */
const sending = new Map<number, Promise<unknown>>()

/** Sends a change of a listing after the one before it: two calls at the same time may arrive in any order, and the last must win. */
async function inTurn<T>(id: number, send: () => Promise<T>): Promise<T> {
  const mine = (sending.get(id) ?? Promise.resolve()).catch(() => {}).then(send)
  sending.set(id, mine)
  try {
    return await mine
  } finally {
    if (sending.get(id) === mine) sending.delete(id)
  }
}

/**
 * Saves or removes a listing that is already shown so, and says what was done: with a button to choose another list, or to undo the
 * removal. Shows an error and rejects if the server refuses.
 */
export async function changeSaved(listing: { id: number; title: string }, isSaved: boolean, listId?: string): Promise<void> {
  const { id } = listing
  try {
    if (isSaved) {
      const { name } = await inTurn(id, () => saveListing(id, listId))
      toast(i18n._({ ...NOTES.saved, values: { name: listName(name) } }), 'good', {
        label: i18n._(NOTES.change),
        run: () => {
          listingToMove.set(listing)
          openDialog('saveTo')
        },
      })
    } else {
      const from = await inTurn(id, () => unsaveListing(id))
      toast(i18n._(NOTES.removed), 'info', {
        label: i18n._(NOTES.undo),
        run: () => {
          markSaved(id, true)
          changeSaved(listing, true, from ?? undefined).catch(() => markSaved(id, false))
        },
      })
    }
  } catch (error) {
    toast(errorText(error as Error), 'bad')
    throw error
  }
}
