import { useEffect, useRef, useState } from 'react'
import { SHORTEST_TITLE } from '../../../workers/listings/generated-text.schema.ts'
import type { ListType } from '../../../workers/listings/list-types.schema.ts'
import { htmlText, picturesOf } from '../../../workers/listings/richtext.schema.ts'
import { characters, cleanLine } from '../../../workers/shared/text.schema.ts'
import { propose } from '../../queries/propose.ts'
import type { Texts } from './draft.ts'

/** How long a title must be unchanged before texts are generated (ms). */
const SETTLED_MS = 3000

/** A field whose text can be generated. */
export type Field = keyof Texts
/** The sequence of generation: the card description first, because it is short and seen first. */
const FIELDS: Field[] = ['descriptionPreview', 'description']

/** The state of the generated text of a field; null if there is nothing to show. */
export type Help = { at: 'writing' } | { at: 'done' } | { at: 'failed'; error: unknown } | null

/** Whether the user has not written this field: it is empty, or still equals the generated text. */
const isUnedited = (value: string, proposed: string | undefined): boolean =>
  value === proposed || (cleanLine(htmlText(value)) === '' && !picturesOf(value).length)

/**
 * Generates the texts of a listing when its title has not changed for a while. A text that the user wrote is never overwritten: only a
 * field that is empty or still equals the last generated text is filled. The first key pressed in a field stops its generation. After
 * `stop` or `undo`, only `suggest` generates texts.
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
  /** The texts in the form; fields that are missing are not generated. */
  values: Partial<Texts>
  /** Texts generated before the page was loaded. */
  before: Partial<Texts>
  /** Puts `texts` into the form. `proposed` are all texts generated so far. */
  write: (texts: Partial<Texts>, proposed: Partial<Texts>) => void
}) {
  const [help, setHelp] = useState<Partial<Record<Field, Help>>>(() =>
    Object.fromEntries(FIELDS.filter((field) => before[field]).map((field) => [field, { at: 'done' }])),
  )
  const [first] = useState(title)
  const [unasked, setUnasked] = useState(true)
  const texts = useProposedTexts(values, before, write)
  const { proposed, current, put, written } = texts

  const clean = cleanLine(title)
  const enough = characters(clean) >= SHORTEST_TITLE
  const tell = (field: Field, state: Help) => setHelp((old) => ({ ...old, [field]: state }))
  const { run, abort } = useGeneration({ title: clean, listType, texts, tell })

  const start = useRef(run)
  start.current = run
  useEffect(() => {
    if (!unasked || !enough || title === first) return
    const timer = setTimeout(() => start.current(), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [title, first, enough, unasked])

  /** Stops generating. The text generated so far stays and can be undone. */
  const stop = () => {
    abort()
    setUnasked(false)
    setHelp((old) =>
      Object.fromEntries(Object.entries(old).map(([field, state]) => [field, state?.at === 'writing' ? { at: 'done' as const } : state])),
    )
  }

  return {
    /** The last text that was generated for the main description; its editor has its own copy and must be given this one. */
    written,
    /** The state to show at a field. A generated text that the user has edited has none. */
    of(field: Field): Help {
      const state = help[field] ?? null
      return state?.at === 'done' && values[field] !== proposed.current[field] ? null : state
    },
    /** Whether a text can be generated for the field: the title is long enough, and the field is empty or unedited. */
    may: (field: Field): boolean => enough && isUnedited(values[field] ?? '', proposed.current[field]),
    suggest: run,
    /** Must be called with every change of the form, before it is rendered. */
    heard(change: Partial<Texts>) {
      for (const field of FIELDS) if (change[field] !== undefined) current.current = { ...current.current, [field]: change[field] }
    },
    stop,
    /** Stops generating and empties the field. */
    undo(field: Field) {
      stop()
      put(field, '')
      tell(field, null)
    },
  }
}

/** Generates the texts of all fields (`run`), one after the other. A new run stops the one before. `tell` gets the state of each field. */
function useGeneration({
  title,
  listType,
  texts: { proposed, current, put },
  tell,
}: {
  title: string
  listType: ListType
  texts: ReturnType<typeof useProposedTexts>
  tell: (field: Field, state: Help) => void
}) {
  const running = useRef<AbortController>(undefined)
  const abort = () => running.current?.abort()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the form is closed
  useEffect(() => abort, [])

  async function generate(field: Field, signal: AbortSignal) {
    const isTheirs = () => !isUnedited(current.current[field] ?? '', proposed.current[field])
    if (current.current[field] === undefined) return
    if (isTheirs()) return tell(field, null)
    // The first key pressed in a field stops the generation for this field only.
    const own = new AbortController()
    tell(field, { at: 'writing' })
    try {
      const text = await propose({ title, field, listType, signal: AbortSignal.any([signal, own.signal]) }, (part) => {
        if (isTheirs()) own.abort()
        else put(field, part)
      })
      if (isTheirs()) return tell(field, null)
      put(field, text)
      tell(field, { at: 'done' })
    } catch (error) {
      if (!signal.aborted) tell(field, own.signal.aborted ? null : { at: 'failed', error })
    }
  }

  async function run() {
    abort()
    const controller = new AbortController()
    running.current = controller
    for (const field of FIELDS) if (!controller.signal.aborted) await generate(field, controller.signal)
  }
  return { run, abort }
}

/** The generated texts (`proposed`), the texts of the form (`current`), and `put`, which writes a generated text into the form. */
function useProposedTexts(
  values: Partial<Texts>,
  before: Partial<Texts>,
  write: (texts: Partial<Texts>, proposed: Partial<Texts>) => void,
) {
  const [written, setWritten] = useState(before.description === values.description ? before.description : undefined)
  const proposed = useRef<Partial<Texts>>(before)
  // Also contains changes that are not rendered yet, so that they are not overwritten.
  const current = useRef(values)
  const latestWrite = useRef(write)
  latestWrite.current = write
  function put(field: Field, text: string) {
    proposed.current = { ...proposed.current, [field]: text || undefined }
    current.current = { ...current.current, [field]: text }
    latestWrite.current({ [field]: text }, proposed.current)
    if (field === 'description') setWritten(text)
  }
  return { proposed, current, put, written }
}

export type TextHelper = ReturnType<typeof useTextHelp>
