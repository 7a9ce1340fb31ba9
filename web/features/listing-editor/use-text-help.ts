import { useEffect, useRef, useState } from 'react'
import { SHORTEST_TITLE } from '../../../workers/listings/generated-text.schema.ts'
import type { ListType } from '../../../workers/listings/list-types.schema.ts'
import { htmlText, picturesOf } from '../../../workers/listings/richtext.schema.ts'
import { characters, cleanLine } from '../../../workers/shared/text.schema.ts'
import { propose } from '../../queries/propose.ts'
import type { Texts } from './draft.ts'

/** How long a title must stay as it is to count as settled (ms). */
const SETTLED_MS = 3000

/** A field a text may be proposed for. */
export type Field = keyof Texts
/** The order in which they are written: the card first, for it is short and seen first. */
const FIELDS: Field[] = ['descriptionPreview', 'description']

/** How a field stands with what was proposed for it; nothing to tell otherwise. */
export type Help = { at: 'writing' } | { at: 'done' } | { at: 'failed'; error: unknown } | null

/** Whether a field holds nothing of its person's: nothing at all, or exactly what was proposed. */
export const isFree = (value: string, proposed: string | undefined): boolean =>
  value === proposed || (cleanLine(htmlText(value)) === '' && !picturesOf(value).length)

/**
 * Proposes the texts of a listing once its title has settled. What a person wrote is never touched: only an empty field is written, or
 * one that still holds the last proposal as it was, and the first key they press in it ends the writing. `write` puts a text into
 * the form. After `undo` nothing is proposed unasked any more; `suggest` asks.
 */
export function useTextHelp({
  title,
  listType,
  values,
  before,
  write,
}: {
  title: string
  listType: ListType
  /** The texts as the form has them; a field that is missing is not written. */
  values: Partial<Texts>
  /** What was proposed before the page was loaded: a field that still holds it is told so, as it was then. */
  before: Partial<Texts>
  /** Puts texts into the form, with all that are proposed by now. */
  write: (texts: Partial<Texts>, proposed: Partial<Texts>) => void
}) {
  const [help, setHelp] = useState<Partial<Record<Field, Help>>>(() =>
    Object.fromEntries(FIELDS.filter((field) => before[field]).map((field) => [field, { at: 'done' }])),
  )
  const [first] = useState(title)
  const [unasked, setUnasked] = useState(true)
  const [written, setWritten] = useState(before.description === values.description ? before.description : undefined)
  const proposed = useRef<Partial<Texts>>(before)
  const running = useRef<AbortController>(undefined)
  // What the fields hold this very moment: a key pressed a moment ago is in no drawn form yet, and must not be written over.
  const now = useRef(values)
  const writing = useRef(write)
  writing.current = write

  const clean = cleanLine(title)
  const enough = characters(clean) >= SHORTEST_TITLE
  const tell = (field: Field, state: Help) => setHelp((old) => ({ ...old, [field]: state }))

  function put(field: Field, text: string) {
    proposed.current = { ...proposed.current, [field]: text || undefined }
    now.current = { ...now.current, [field]: text }
    writing.current({ [field]: text }, proposed.current)
    if (field === 'description') setWritten(text)
  }

  async function run() {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    for (const field of FIELDS) {
      const isTheirs = () => !isFree(now.current[field] ?? '', proposed.current[field])
      if (now.current[field] === undefined) continue
      if (isTheirs()) {
        tell(field, null)
        continue
      }
      // Their first key in this field ends its writing, and leaves the other's.
      const own = new AbortController()
      tell(field, { at: 'writing' })
      try {
        const text = await propose({ title: clean, field, listType, signal: AbortSignal.any([stop.signal, own.signal]) }, (part) => {
          if (isTheirs()) own.abort()
          else put(field, part)
        })
        if (isTheirs()) tell(field, null)
        else {
          put(field, text)
          tell(field, { at: 'done' })
        }
      } catch (error) {
        if (stop.signal.aborted) return
        tell(field, own.signal.aborted ? null : { at: 'failed', error })
      }
    }
  }

  const start = useRef(run)
  start.current = run
  useEffect(() => {
    if (!unasked || !enough || title === first) return
    const timer = setTimeout(() => start.current(), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [title, first, enough, unasked])
  useEffect(() => () => running.current?.abort(), [])

  /** Ends the writing; what is there may stay or be undone. */
  const stop = () => {
    running.current?.abort()
    setUnasked(false)
    setHelp((old) =>
      Object.fromEntries(Object.entries(old).map(([field, state]) => [field, state?.at === 'writing' ? { at: 'done' as const } : state])),
    )
  }

  return {
    /** What was last put into the main description, for its editor, which keeps a text of its own. */
    written,
    /** What to tell at a field. A proposal that was changed is a person's own text, and needs no word. */
    of(field: Field): Help {
      const state = help[field] ?? null
      return state?.at === 'done' && values[field] !== proposed.current[field] ? null : state
    },
    /** Whether a text can be asked for: there is a title to write from and a field with room. */
    may: (field: Field): boolean => enough && isFree(values[field] ?? '', proposed.current[field]),
    suggest: run,
    /** Hears every change of the form, at once. */
    heard(change: Partial<Texts>) {
      for (const field of FIELDS) if (change[field] !== undefined) now.current = { ...now.current, [field]: change[field] }
    },
    stop,
    /** Takes the proposal out again. */
    undo(field: Field) {
      stop()
      put(field, '')
      tell(field, null)
    },
  }
}

export type TextHelper = ReturnType<typeof useTextHelp>
