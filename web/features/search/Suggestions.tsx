import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Creator, ListingCard, ListingPage } from '../../../workers/listings/listings.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import { searchAll } from '../../queries/search-all.ts'
import { Picture } from '../../ui/Picture.tsx'
import { CardNote } from '../cards/card-facts.tsx'
import { Price } from '../cards/Price.tsx'
import { isLongEnough, requestLatest } from './latest-request.ts'
import { PersonLink } from './PersonLink.tsx'
import css from './Suggestions.module.css'

const KINDS: ListType[] = ['services', 'jobs', 'events']

/** Suggestions of every kind below the search field. Arrow keys move through them, Escape closes them. */
export default function Suggestions({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<{ text: string; answer: ListingPage | Error } | null>(null)
  const [want] = useState(() => requestLatest(searchAll, (asked, answer) => setFound({ text: asked, answer })))
  const words = text.trim()
  const searching = isLongEnough(words)
  useEffect(() => want(searching ? words : null), [want, words, searching])

  useEffect(() => {
    const around = box.current?.closest('search')
    const walk = (event: KeyboardEvent) => {
      const input = around?.querySelector('input')
      if (event.key === 'Escape') {
        input?.focus()
        onClose()
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!step || !around) return
      const stops: Element[] = [input, ...around.querySelectorAll('a')].filter((one) => one != null)
      if (stops.length < 2) return
      event.preventDefault()
      const at = stops.indexOf(document.activeElement!)
      ;(stops[(at + step + stops.length) % stops.length] as HTMLElement).focus()
    }
    around?.addEventListener('keydown', walk)
    return () => around?.removeEventListener('keydown', walk)
  }, [onClose])

  const answer = searching ? found?.answer : undefined
  const names: Record<ListType, string> = { services: t`Services`, jobs: t`Jobs`, events: t`Events` }
  return (
    <div ref={box} className={css.box} hidden={!answer} aria-live="polite">
      {answer instanceof Error ? (
        <p className={css.note}>{errorText(answer)}</p>
      ) : answer && !answer.services.length && !answer.creators?.length ? (
        <p className={css.note}>
          <Trans>Nothing found for “{found!.text}”.</Trans>
        </p>
      ) : (
        answer && (
          <>
            <People people={answer.creators ?? []} onClose={onClose} />
            {KINDS.map((kind) => (
              <Found key={kind} name={names[kind]} cards={answer.services.filter(({ listType }) => listType === kind)} onClose={onClose} />
            ))}
            <Link href={paths.search(words)} className={css.all} onClick={onClose}>
              <Trans>All results for “{words}”</Trans>
            </Link>
          </>
        )
      )}
    </div>
  )
}

/** People whose name matches the text. */
function People({ people, onClose }: { people: Creator[]; onClose: () => void }) {
  const id = useId()
  if (!people.length) return null
  return (
    <>
      <p id={id} className={css.kind}>
        <Trans>People</Trans>
      </p>
      <ul aria-labelledby={id}>
        {people.map((person) => (
          <li key={person.user_id}>
            <PersonLink person={person} onClick={onClose} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The suggestions of one kind. */
function Found({ name, cards, onClose }: { name: string; cards: ListingCard[]; onClose: () => void }) {
  const id = useId()
  if (!cards.length) return null
  return (
    <>
      <p id={id} className={css.kind}>
        {name}
      </p>
      <ul aria-labelledby={id}>
        {cards.map((card) => (
          <li key={card.id}>
            <Link href={paths.listing(card.id, card.title, card.listType)} onClick={onClose}>
              <span className={css.picture}>
                <Picture media={card.picture} alt="" sizes="56px" />
              </span>
              <span className={css.words}>
                <b className="cut" lang={card.lang}>
                  {card.title}
                </b>
                <span className="cut small mute">
                  {card.poster.name} ·{' '}
                  {card.listType === 'services' ? <Price micro={card.price} hourly={card.hourly} from /> : <CardNote card={card} />}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
