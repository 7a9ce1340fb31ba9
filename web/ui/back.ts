/**
 * The browser's back button closes the dialog on top instead of leaving the page. While at least one dialog is open, one entry of
 * the history stands for them all; it is taken away again when the last one closes, and going elsewhere takes its place.
 */
const open: (() => void)[] = []
/** Whether the current entry is ours. */
let held = false
/** Whether our own step back is on its way. */
let leaving = false
let waiting: (() => void)[] = []
const { pushState } = history

const isOurs = () => (history.state as { dialog?: true } | null)?.dialog === true

function hold(yes: boolean) {
  held = yes
  if (yes && !isOurs()) pushState.call(history, { ...history.state, dialog: true }, '')
  if (yes) history.pushState = (...entry) => history.replaceState(...entry)
  // wouter has put its own in place of the browser's, which tells it of every change.
  else history.pushState = pushState
}

function settle() {
  if (leaving) return
  if (open.length && !held) return hold(true)
  if (!open.length && held) {
    hold(false)
    if (isOurs()) {
      leaving = true
      return history.back()
    }
  }
  if (open.length) return
  const ready = waiting
  waiting = []
  for (const run of ready) run()
}

addEventListener('popstate', () => {
  if (leaving) {
    // Not at once: the browser restores the scroll position after this event, and what waits may scroll elsewhere.
    setTimeout(() => {
      leaving = false
      settle()
    })
    return
  }
  if (!held || isOurs()) return
  hold(false)
  open.at(-1)?.()
  // One that may not be closed now gets its entry back.
  setTimeout(settle)
})

/** `close` runs when somebody goes back; call the answer once the dialog is gone. */
export function onBack(close: () => void): () => void {
  open.push(close)
  // Not at once: one dialog may follow another in the same moment, and keeps its entry.
  setTimeout(settle)
  return () => {
    open.splice(open.indexOf(close), 1)
    setTimeout(settle)
  }
}

/** Runs once no dialog is open and the history is as it was before. */
export function afterDialogs(run: () => void): void {
  waiting.push(run)
  setTimeout(settle)
}
