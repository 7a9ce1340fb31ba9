import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ListingCard } from '../../../workers/listings/listings.schema.ts'
import { listings } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { askLatest, longEnough } from './latest.ts'
import css from './Suggestions.module.css'

const SHOWN = 6

const ask = async (text: string) =>
  (await (await listings.query.$get({ query: { type: 'services', text } })).json()).services.slice(0, SHOWN)

/** What the search field finds while it is typed in. Arrows walk through it, Escape closes it. */
export default function Suggestions({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const [found, setFound] = useState<{ text: string; answer: ListingCard[] | Error } | null>(null)
  const [want] = useState(() => askLatest(ask, (asked, answer) => setFound({ text: asked, answer })))
  const words = text.trim()
  const searching = longEnough(words)
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
  return (
    <div ref={box} className={css.box} hidden={!answer} aria-live="polite">
      {answer instanceof Error ? (
        <p className={css.note}>{errorText(answer)}</p>
      ) : answer?.length === 0 ? (
        <p className={css.note}>
          <Trans>Nothing found for “{found!.text}”.</Trans>
        </p>
      ) : (
        answer && (
          <>
            <ul aria-label={t`Suggestions`}>
              {answer.map((card) => (
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
                        {card.poster.name} · <Price micro={card.price} hourly={card.listType === 'services' && card.hourly} from />
                      </span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <Link href={paths.search(words)} className={css.all} onClick={onClose}>
              <Trans>All results for “{words}”</Trans>
            </Link>
          </>
        )
      )}
    </div>
  )
}
