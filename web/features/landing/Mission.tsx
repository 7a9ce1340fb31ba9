import { useLingui } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { Carousel } from '../../ui/Carousel.tsx'
import css from './landing.module.css'

/** How long a slide is shown (ms). */
const SLIDE_MS = 18_000

interface Statement {
  /** The number of the picture. */
  banner: number
  title: string
  text: string
}

/** What the product wants to achieve, from the evening to the next day. Every sentence must be true of the product. */
function useStatements(): Statement[] {
  const { t } = useLingui()
  return [
    {
      banner: 8,
      title: t`Good work, paid fairly`,
      text: t`${brand.name} brings together people who need something done and people who do it well: services, jobs and events, online or nearby.`,
    },
    {
      banner: 9,
      title: t`A payment that waits safely`,
      text: t`The buyer’s payment waits in an escrow contract on the Base network. It can only go to the seller or back to the buyer. We cannot take it either.`,
    },
    {
      banner: 4,
      title: t`An end to every order`,
      text: t`If one side stops answering, fixed time limits apply. Both sides know them beforehand, and anyone can read them in the contract.`,
    },
    {
      banner: 17,
      title: t`Costs that you know`,
      text: t`Posting is free. You see the fee before you sign, and it is due only when the seller is paid.`,
    },
    {
      banner: 12,
      title: t`What is yours stays yours`,
      text: t`Only you have the keys of your wallet. Download your data whenever you like, and delete your account once your orders have ended.`,
    },
  ]
}

/** The slides of the mission, each on a landscape. */
export function Mission({ label }: { label: string }) {
  const slides = useStatements().map(({ banner, title, text }, i) => ({
    key: String(banner),
    label: title,
    node: (
      <div className={css.slide}>
        <img src={`/art/banner-${banner}.svg`} alt="" fetchPriority={i ? 'low' : 'high'} loading={i > 1 ? 'lazy' : undefined} />
        <div className="wrap">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      </div>
    ),
  }))
  return <Carousel label={label} slides={slides} every={SLIDE_MS} isWide />
}
